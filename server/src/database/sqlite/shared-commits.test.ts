import { closeSync, existsSync, openSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SampleTables, sampleItems } from '../../../test/conformance/database/sample-tables.ts';
import { systemClock } from '../../platform/clock.ts';
import type { Database, StoreName } from '../database.ts';
import { type LogArchive, NOTES_SUFFIX } from '../log-archive/index.ts';
import { journalDirectory, storeFile } from './data-directory.ts';
import { JOURNAL_START, readRecords, recordLength } from './journal-record.ts';
import type { SqliteLimits } from './limits.ts';
import { openSqliteDatabase } from './open-sqlite-database.ts';
import { replayJournals } from './replay-journals.ts';

const STORES: readonly StoreName[] = ['p_one', 'p_two', 'p_three'];
/** A log without commits has only a header. */
const LOG_HEADER_BYTES = 32;

let directory = '';
let image = '';
const opened: Database[] = [];

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'shared-'));
  image = `${directory}-image`;
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((database) => database.close()));
  for (const each of [directory, image]) await rm(each, { recursive: true, force: true });
});

async function open(
  folder: string,
  limits: Partial<SqliteLimits> = {},
  archive?: LogArchive,
): Promise<readonly SampleTables[]> {
  const database = await openSqliteDatabase({
    directory: folder,
    clock: systemClock,
    // On a busy disk, closing copies the logs for longer than the service waits.
    limits: { writeThreads: 1, closeTimeoutMs: 60_000, ...limits },
    archive,
  });
  opened.push(database);
  return STORES.map((store) => new SampleTables(database, store));
}

/** In one turn of the event loop, so that the writes reach the thread together. */
async function insertEverywhere(ledgers: readonly SampleTables[], count: number, from: number): Promise<void> {
  const inserts = ledgers.map((tables) =>
    tables.database.write(tables.store, [tables.insert(sampleItems(count, from))], { schemaVersion: 2 }),
  );
  await Promise.all(inserts);
}

async function countsOf(ledgers: readonly SampleTables[]): Promise<unknown[]> {
  const read = { text: 'SELECT count(*) AS count FROM items', values: [] };
  return await Promise.all(
    ledgers.map(async ({ database, store }) => (await database.query(store, read))[0]?.['count']),
  );
}

/** The files as after a power cut in which the logs lost all that their stores had not synced themselves. */
async function cutPower(): Promise<void> {
  await cp(directory, image, { recursive: true });
  for (const store of STORES) truncateSync(`${storeFile(image, store)}-wal`, LOG_HEADER_BYTES);
}

function journaledStores(folder: string): string[] {
  const journals = journalDirectory(folder);
  const files = readdirSync(journals).map((name) => openSync(join(journals, name), 'r'));
  return files.flatMap((file) => Array.from(readRecords(file), ({ store }) => store));
}

function recordBytes(path: string): number {
  const file = openSync(path, 'r');
  const lengths = Array.from(readRecords(file), ({ store, bytes }) => recordLength(store, bytes.length));
  closeSync(file);
  return lengths.reduce((sum, length) => sum + length, 0);
}

async function createEverywhere(ledgers: readonly SampleTables[]): Promise<void> {
  for (const tables of ledgers) await tables.create();
  // The tables are copied into the databases, so that the image needs only the rows from the logs.
  for (const { database } of ledgers) await database.close();
}

test('rows whose logs were lost in a power cut come back from the journal', async () => {
  await createEverywhere(await open(directory));
  await insertEverywhere(await open(directory), 2, 0);
  await cutPower();
  expect(await countsOf(await open(image))).toEqual([2, 2, 2]);
});

test('without the journal the same rows are lost (negative control)', async () => {
  await createEverywhere(await open(directory));
  await insertEverywhere(await open(directory), 2, 0);
  await cutPower();
  await rm(journalDirectory(image), { recursive: true });
  expect(await countsOf(await open(image))).toEqual([0, 0, 0]);
});

test('a log that has restarted since, and a missing one, are left alone', async () => {
  await createEverywhere(await open(directory));
  await insertEverywhere(await open(directory), 2, 0);
  await cutPower();
  const [restarted, missing] = STORES.map((store) => `${storeFile(image, store)}-wal`);
  const log = readFileSync(String(restarted));
  log.fill(7, 16, 24);
  writeFileSync(String(restarted), log);
  await rm(String(missing));
  replayJournals(image);
  expect(readFileSync(String(restarted)).equals(log)).toBe(true);
  expect(readdirSync(join(image, 'projects')).filter((name) => name.endsWith('-wal')).length).toBe(2);
  expect(readdirSync(journalDirectory(image))).toEqual([]);
  expect((await countsOf(await open(image)))[2]).toBe(2);
});

test('a record that was not written whole ends the journal', async () => {
  await createEverywhere(await open(directory));
  await insertEverywhere(await open(directory), 2, 0);
  await cp(directory, image, { recursive: true });
  const stores = journaledStores(image);
  expect(stores.toSorted()).toEqual(STORES.toSorted());
  for (const name of readdirSync(journalDirectory(image))) {
    const path = join(journalDirectory(image), name);
    const bytes = recordBytes(path);
    if (bytes > 0) truncateSync(path, JOURNAL_START.length + bytes - 1);
  }
  expect(journaledStores(image)).toEqual(stores.slice(0, -1));
});

test('a large commit is synced in its own log instead of being copied', async () => {
  await createEverywhere(await open(directory));
  const ledgers = await open(directory);
  await insertEverywhere(ledgers, 5_000, 0);
  expect(await countsOf(ledgers)).toEqual([5_000, 5_000, 5_000]);
  expect(existsSync(journalDirectory(directory))).toBe(false);
});

test('a journal that is full again and again loses nothing', async () => {
  await createEverywhere(await open(directory));
  const ledgers = await open(directory, { journalFileBytes: 100_000 });
  for (let round = 0; round < 40; round++) await insertEverywhere(ledgers, 2, round * 2);
  expect(await countsOf(ledgers)).toEqual([80, 80, 80]);
});

test('a stopped service leaves no journal behind', async () => {
  const ledgers = await open(directory);
  for (const tables of ledgers) await tables.create();
  await insertEverywhere(ledgers, 2, 0);
  expect(readdirSync(journalDirectory(directory)).length).toBe(2);
  await Promise.all(opened.splice(0).map((database) => database.close()));
  expect(readdirSync(journalDirectory(directory))).toEqual([]);
});

test('an archive learns of every commit that shares its sync', async () => {
  const noted = new Set<string>();
  const archive: LogArchive = {
    noteCommits: (stores) => {
      for (const store of stores) noted.add(store);
    },
    hold: async () => undefined,
    takeAll: async () => undefined,
    noteDrop: async () => undefined,
    serve: async () => undefined,
  };
  const ledgers = await open(directory, {}, archive);
  for (const tables of ledgers) await tables.create();
  const notesOf = (): number[] =>
    STORES.map((store) => readFileSync(storeFile(directory, store) + NOTES_SUFFIX).length);
  const before = notesOf();
  noted.clear();
  await insertEverywhere(ledgers, 2, 0);
  expect(notesOf()).toEqual(before.map((bytes) => bytes + 24));
  expect([...noted].toSorted()).toEqual(STORES.toSorted());
});
