import { closeSync, openSync, readdirSync, truncateSync } from 'node:fs';
import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ArchivedDatabase, openArchivedDatabase } from '../../test/archived-database.ts';
import type { Database, PlainStep, StoreName } from '../database/database.ts';
import { NOTE_BYTES, NOTES_SUFFIX } from '../database/log-archive/index.ts';
import { journalDirectory } from '../database/sqlite/data-directory.ts';
import { readRecords } from '../database/sqlite/journal-record.ts';
import type { Value } from '../database/statement.ts';
import { describeCompletion, readCompletion } from './format/completion.ts';
import { objectNames } from './format/names.ts';
import { createFolderPlace } from './place/folder-place.ts';
import { WORK_TABLES } from './recover/note-work.ts';
import { type RecoverReport, recover } from './recover/recover.ts';

const STORES: readonly StoreName[] = ['p_one', 'p_two', 'p_three'];
/** A log without commits has only a header. */
const LOG_HEADER_BYTES = 32;

let root = '';
const opened: ArchivedDatabase[] = [];
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'instance-archive-'));
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((each) => each.close()));
  await rm(root, { recursive: true, force: true });
});

async function open(
  folder: string,
  more: { passphrase?: string; beforeOpen?: () => Promise<unknown> } = {},
): Promise<ArchivedDatabase> {
  const archived = await openArchivedDatabase({ dataDir: join(root, folder), place: join(root, 'place'), ...more });
  opened.push(archived);
  return archived;
}

async function close(archived: ArchivedDatabase): Promise<void> {
  opened.splice(opened.indexOf(archived), 1);
  await archived.close();
}

/** A copy of a folder begins a generation of its own. */
async function copyStores(from: string, to: string): Promise<void> {
  const filter = (path: string): boolean => path !== join(root, from, 'archive');
  await cp(join(root, from), join(root, to), { recursive: true, filter });
}

function plain(text: string, values: readonly Value[] = []): PlainStep {
  return { kind: 'plain', statement: { text, values } };
}

async function createNotes(database: Database): Promise<void> {
  for (const store of STORES) {
    await database.write(store, [plain('CREATE TABLE notes (text TEXT NOT NULL)')], { exclusive: true });
    await createProject(database, store);
  }
}

async function createProject(database: Database, store: StoreName): Promise<void> {
  await database.write('control', [
    plain(
      `INSERT INTO projects (id, store, name, plan, public_key, allowed_origins, settings, version, created_at, updated_at)
        VALUES (?, ?, 'A', 'free', ?, '[]', '{}', 1, '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z')`,
      [store, store, store],
    ),
  ]);
}

/** In one turn of the event loop, so that the writes share a sync. */
async function noteEverywhere(database: Database, text: string): Promise<void> {
  const insert = plain('INSERT INTO notes VALUES (?)', [text]);
  await Promise.all(STORES.map((store) => database.write(store, [insert])));
}

async function notesIn(database: Database): Promise<readonly (readonly unknown[])[]> {
  const read = { text: 'SELECT text FROM notes ORDER BY text', values: [] };
  return await Promise.all(STORES.map(async (store) => (await database.query(store, read)).map(({ text }) => text)));
}

/** Stores whose last commits were made durable together with those of others. */
function journaledStores(dataDir: string): readonly string[] {
  const folder = journalDirectory(dataDir);
  return readdirSync(folder).flatMap((name) => {
    const file = openSync(join(folder, name), 'r');
    try {
      return Array.from(readRecords(file), ({ store }) => store);
    } finally {
      closeSync(file);
    }
  });
}

function recoverInto(
  folder: string,
  passphrase?: string,
  { atMs, onGet }: { readonly atMs?: number; readonly onGet?: (name: string) => void } = {},
): Promise<RecoverReport> {
  const place = createFolderPlace(join(root, 'place'));
  return recover({
    place: {
      ...place,
      get: (name) => {
        onGet?.(name);
        return place.get(name);
      },
    },
    passphrase,
    dataDir: join(root, folder),
    atMs,
    projects: [],
    generation: undefined,
    onProgress: () => undefined,
  });
}

async function notesRecovered(folder: string): Promise<readonly (readonly unknown[])[]> {
  const archived = await openArchivedDatabase({ dataDir: join(root, folder), place: join(root, `${folder}-place`) });
  try {
    return await notesIn(archived.database);
  } finally {
    await archived.close();
  }
}

async function generations(): Promise<readonly string[]> {
  return (await readdir(join(root, 'place', 'generations'))).sort();
}

test('after a power cut, rows that only the journal of shared syncs has come back, and are archived', async () => {
  const creator = await open('data');
  await createNotes(creator.database);
  await close(creator);
  const archived = await open('data');
  await noteEverywhere(archived.database, 'answered');
  await copyStores('data', 'cut');
  await close(archived);
  const journaled = journaledStores(join(root, 'cut'));
  expect(journaled.length).toBeGreaterThan(0);
  for (const store of journaled) truncateSync(join(root, 'cut', 'projects', `${store}.db-wal`), LOG_HEADER_BYTES);
  // The archiver would have opened the stores by then. An open store does not see what the journal adds to its log.
  const again = await open('cut', { beforeOpen: () => wait(1_500) });
  expect(await notesIn(again.database)).toEqual([['answered'], ['answered'], ['answered']]);
  await noteEverywhere(again.database, 'later');
  await again.archive.moments();
  await close(again);
  await recoverInto('recovered');
  expect(await notesRecovered('recovered')).toEqual(STORES.map(() => ['answered', 'later']));
}, 300_000);

test('after a recovery the next start looks for work in every used store, since the control store may be of an earlier moment', async () => {
  const archived = await open('data');
  await createNotes(archived.database);
  await createProject(archived.database, 'p_unused');
  await noteEverywhere(archived.database, 'a');
  const tomorrow = Date.now() + 24 * 60 * 60_000;
  await archived.database.write('control', [
    plain("INSERT INTO store_work (store, noted_at, due_at, note_id) VALUES ('p_one', 1, ?, 'one')", [tomorrow]),
  ]);
  await archived.archive.moments();
  await close(archived);
  await recoverInto('recovered');
  const recovered = await openArchivedDatabase({ dataDir: join(root, 'recovered'), place: join(root, 'next-place') });
  opened.push(recovered);
  const noted = `SELECT m.name FROM sqlite_schema m JOIN pragma_table_info(m.name) c WHERE c.name = 'note_id'`;
  const tables = (await recovered.database.query('control', { text: noted, values: [] })).map(({ name }) => name);
  expect(tables.toSorted()).toEqual(WORK_TABLES.toSorted());
  for (const table of WORK_TABLES) {
    const read = { text: `SELECT store FROM ${table} WHERE due_at = 0 ORDER BY store`, values: [] };
    const due = (await recovered.database.query('control', read)).map(({ store }) => store);
    expect(due).toEqual(STORES.toSorted());
  }
}, 300_000);

test('after a power cut that left a part of a note, later commits are archived', async () => {
  const archived = await open('data');
  await createNotes(archived.database);
  await noteEverywhere(archived.database, 'before');
  await copyStores('data', 'cut');
  await close(archived);
  for (const store of STORES) truncateSync(join(root, 'cut', 'projects', `${store}.db${NOTES_SUFFIX}`), NOTE_BYTES + 3);
  const again = await open('cut');
  await again.archive.moments();
  await noteEverywhere(again.database, 'later');
  const moments = await again.archive.moments();
  expect(moments?.toMs).toBeTypeOf('number');
  await recoverInto('recovered');
  expect(await notesRecovered('recovered')).toEqual(STORES.map(() => ['before', 'later']));
}, 300_000);

test('a recovery falls back to the generation before when the control store of the last one is damaged, and says so', async () => {
  const first = await open('data', { passphrase: 'the first one' });
  await createNotes(first.database);
  await noteEverywhere(first.database, 'a');
  await first.archive.moments();
  await close(first);
  const second = await open('data');
  await noteEverywhere(second.database, 'b');
  await second.archive.moments();
  await close(second);
  const [before = '', last = ''] = await generations();
  const whole = await recoverInto('whole');
  expect([whole.generation.id, whole.missing]).toEqual([last, []]);
  await rm(join(root, 'place', objectNames.images(last), 'control'), { recursive: true });
  const report = await recoverInto('fallback', 'the first one');
  expect(report.generation.id).toBe(before);
  expect(report.missing).toEqual([`Generation ${last} has lost the images of its control store.`]);
  expect(await notesRecovered('fallback')).toEqual([['a'], ['a'], ['a']]);
}, 300_000);

test('a deleted store is recovered at a moment before, and not read at a later one', async () => {
  const archived = await open('data');
  await createNotes(archived.database);
  await noteEverywhere(archived.database, 'a');
  await archived.archive.moments();
  await noteEverywhere(archived.database, 'just before');
  const atMs = Date.now();
  await wait(5);
  await archived.database.write('control', [plain("DELETE FROM projects WHERE id = 'p_one'")]);
  await archived.database.drop('p_one');
  await archived.archive.moments();
  await close(archived);
  const read: string[] = [];
  const report = await recoverInto('later', undefined, { onGet: (name) => read.push(name) });
  expect(report.projects.map(({ id }) => id)).toEqual(['p_three', 'p_two']);
  expect([report.missing, report.notes.filter((note) => note.startsWith('Left out'))]).toEqual([[], []]);
  const images = read.filter((name) => name.includes('/images/'));
  expect(images.filter((name) => name.includes('/p_two/'))).toHaveLength(1);
  expect(images.filter((name) => name.includes('/p_one/'))).toEqual([]);
  await recoverInto('earlier', undefined, { atMs });
  expect(await notesRecovered('earlier')).toEqual(STORES.map(() => ['a', 'just before']));
}, 300_000);

test('the last commits of a deleted store are recovered when the archiver did not keep its log', async () => {
  const creator = await open('data');
  await createNotes(creator.database);
  await noteEverywhere(creator.database, 'a');
  await creator.archive.moments();
  await close(creator);
  // A store that rests is closed in the archiver, too, which hears of the next commit 50 ms later.
  const archived = await open('data');
  await archived.archive.moments();
  await archived.database.write('p_one', [plain('INSERT INTO notes VALUES (?)', ['just before'])]);
  const atMs = Date.now();
  await wait(2);
  await archived.database.drop('p_one');
  await archived.archive.moments();
  await close(archived);
  const report = await recoverInto('earlier', undefined, { atMs });
  expect(report.missing).toEqual([]);
  expect(await notesRecovered('earlier')).toEqual([['a', 'just before'], ['a'], ['a']]);
}, 300_000);

test('a store that the control store names is recovered even if the archive calls it deleted', async () => {
  const archived = await open('data');
  await createNotes(archived.database);
  await noteEverywhere(archived.database, 'a');
  await archived.archive.moments();
  await close(archived);
  const [generation = ''] = await generations();
  const name = objectNames.dropped(generation, { store: 'p_one', droppedMs: Date.now() });
  await createFolderPlace(join(root, 'place')).put(name, Buffer.alloc(0));
  const report = await recoverInto('recovered');
  expect(report.missing).toEqual([]);
  expect(await notesRecovered('recovered')).toEqual([['a'], ['a'], ['a']]);
}, 300_000);

test('a moment before a generation had every store is recovered from the generation before', async () => {
  const first = await open('data', { passphrase: 'the first one' });
  await createNotes(first.database);
  await noteEverywhere(first.database, 'a');
  await first.archive.moments();
  await close(first);
  const second = await open('data');
  await noteEverywhere(second.database, 'b');
  const moments = await second.archive.moments();
  await close(second);
  const [before = '', last = ''] = await generations();
  const place = createFolderPlace(join(root, 'place'));
  const completion = readCompletion((await place.get(objectNames.complete(last))) ?? Buffer.alloc(0));
  expect(moments?.fromMs).toBe(completion);
  const atMs = Date.now();
  await place.put(objectNames.complete(last), describeCompletion(atMs + 1));
  const early = await recoverInto('early', 'the first one', { atMs });
  expect(early.generation.id).toBe(before);
  expect(early.missing).toEqual([expect.stringMatching(`^Changes after .* ${before} ends there, .* ${last} did not`)]);
  expect(early.notes).toContainEqual(expect.stringContaining(`Generation ${last} is newer`));
  expect(await notesRecovered('early')).toEqual([['a'], ['a'], ['a']]);
  const whole = await recoverInto('whole', undefined, { atMs: atMs + 1 });
  expect([whole.generation.id, whole.missing]).toEqual([last, []]);
}, 300_000);

test('a damaged state of the archiver is set aside, and a new generation archives everything', async () => {
  const first = await open('data');
  await createNotes(first.database);
  await noteEverywhere(first.database, 'a');
  await first.archive.moments();
  await close(first);
  const state = join(root, 'data', 'archive', 'state.db');
  await Promise.all([rm(`${state}-wal`, { force: true }), rm(`${state}-shm`, { force: true })]);
  await writeFile(state, 'This was a database.'.repeat(1000));
  const second = await open('data');
  await noteEverywhere(second.database, 'b');
  await second.archive.moments();
  await close(second);
  expect(await generations()).toHaveLength(2);
  expect(await readdir(join(root, 'data', 'archive'))).toContain('state.db.damaged');
  const report = await recoverInto('recovered');
  expect(report.missing).toEqual([]);
  expect(await notesRecovered('recovered')).toEqual([
    ['a', 'b'],
    ['a', 'b'],
    ['a', 'b'],
  ]);
}, 300_000);
