import { fork } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { rejection } from '../../../test/conformance/database/rejection.ts';
import { SampleTables, sampleItems } from '../../../test/conformance/database/sample-tables.ts';
import { openFilesBelow } from '../../../test/open-files.ts';
import { systemClock } from '../../platform/clock.ts';
import type { Database, ListRead } from '../database.ts';
import { storeMigrations } from '../migrations/index.ts';
import { openConnection } from './connection.ts';
import type { SqliteLimits } from './limits.ts';
import { sqliteSyntax } from './migrate-store.ts';
import { openSqliteDatabase, type SqliteOptions } from './open-sqlite-database.ts';

let directory = '';
const opened: Database[] = [];

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'sqlite-'));
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((database) => database.close()));
  await rm(directory, { recursive: true, force: true });
});

async function open(limits: Partial<SqliteLimits> = {}, more: Partial<SqliteOptions> = {}): Promise<Database> {
  // Long reads take their time on a busy machine; tests of timeouts pass shorter ones.
  const patient = { queueTimeoutMs: 60_000, scanTimeoutMs: 60_000 };
  const database = await openSqliteDatabase({
    directory,
    clock: systemClock,
    limits: { ...patient, ...limits },
    ...more,
  });
  opened.push(database);
  return database;
}

/** A read that keeps a thread busy for much of a second but needs no memory. */
function longRead(steps = 1_000_000): ListRead {
  const text = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?) SELECT count(*) FROM n`;
  return { rows: { text, values: [steps] }, count: undefined, cost: 'open' };
}

describe('the data directory', () => {
  test('refuses a second process, and starts again after a killed one', async () => {
    const holder = fork(new URL('../../../test/crash/sqlite/hold-directory-process.ts', import.meta.url), [directory]);
    await new Promise((resolve) => holder.once('message', resolve));
    expect(await rejection(open())).toMatchObject({ kind: 'unavailable', message: expect.stringContaining(directory) });
    const ended = new Promise((resolve) => holder.once('exit', resolve));
    holder.kill('SIGKILL');
    await ended;
    await (await open()).ping();
  });

  test('refuses a second opening within the process', async () => {
    await open();
    expect(await rejection(open())).toMatchObject({ kind: 'unavailable' });
  });

  test('refuses data of a newer release and leaves it unchanged', async () => {
    const migrations = storeMigrations(sqliteSyntax);
    const newer = { version: 99, name: 'newer', readableFrom: 99, statements: ['CREATE TABLE later (id TEXT)'] };
    const newerMigrations = { ...migrations, control: [...migrations.control, newer] };
    const database = await open({}, { migrations: newerMigrations });
    await database.close();
    const error = await rejection(open());
    expect(error).toMatchObject({ kind: 'unavailable', message: expect.stringContaining('format 99') });
    await (await open({}, { migrations: newerMigrations })).ping();
  });

  test('migrates an older store to the current format with its data', async () => {
    const migrations = storeMigrations(sqliteSyntax);
    const tables = await new SampleTables(await open()).create();
    await tables.database.write(tables.store, [tables.insert(sampleItems(2))]);
    await tables.database.close();
    const version = migrations.project.length + 1;
    const next = { version, name: 'next', readableFrom: version, statements: ['CREATE TABLE later (id TEXT)'] };
    const database = await open({}, { migrations: { ...migrations, project: [...migrations.project, next] } });
    expect(await database.query(tables.store, { text: 'SELECT * FROM later', values: [] })).toEqual([]);
    expect((await database.list(tables.store, tables.listAll(1))).count).toBe(2);
  });
});

describe('connections', () => {
  test('sync every commit, on the first and every later opening of a file', () => {
    const file = join(directory, 'settings.db');
    for (const role of ['write', 'read', 'scan', 'write'] as const) {
      const db = openConnection(file, role);
      const setting = (name: string): unknown => Object.values(db.prepare(`PRAGMA ${name}`).get() ?? {})[0];
      expect({ synchronous: setting('synchronous'), journal: setting('journal_mode') }).toEqual({
        synchronous: 2,
        journal: 'wal',
      });
      expect({ keys: setting('foreign_keys'), trusted: setting('trusted_schema') }).toEqual({ keys: 1, trusted: 1 });
      db.close();
    }
  });

  test('serve many stores with few files open, and close unused ones', async () => {
    const database = await open({ openStoresMax: { write: 4, read: 4, scan: 4 }, idleCloseMs: 0 });
    const all = await Promise.all(Array.from({ length: 20 }, () => new SampleTables(database).create()));
    await Promise.all(all.map((tables) => database.write(tables.store, [tables.insert(sampleItems(3))])));
    const counts = await Promise.all(all.map((tables) => tables.listed(tables.listAll(1))));
    expect(counts.map(({ count }) => count)).toEqual(all.map(() => 3));
    // Two connections that close at the same moment leave the log on the disk, so its file says nothing.
    await expect.poll(() => openFilesBelow(join(directory, 'projects')), { timeout: 20_000 }).toEqual([]);
  });

  test('never turn an unsafe store name into a path', async () => {
    const database = await open();
    const statement = { text: 'SELECT 1 AS one', values: [] };
    await rejection(database.query('p_../../etc', statement));
    await rejection(database.query('p_', statement));
    expect(await database.stores()).toEqual([]);
  });
});

describe('concurrent reads and writes', () => {
  test('reads by key and writes do not wait for long reads, even of the same store', async () => {
    const database = await open({ scanThreads: 2, scansPerStore: 2 });
    const tables = await new SampleTables(database).create();
    let isDone = false;
    const long = Promise.all([1, 2, 3, 4].map(() => database.list(tables.store, longRead()))).then(() => {
      isDone = true;
    });
    await database.write(tables.store, [tables.insert(sampleItems(1))]);
    expect((await tables.listed(tables.listAll())).count).toBe(1);
    expect(isDone).toBe(false);
    await long;
  });

  test('long reads of one store leave threads for other stores', async () => {
    const database = await open({ scanThreads: 2, scansPerStore: 1 });
    const [busy, other] = [await new SampleTables(database).create(), await new SampleTables(database).create()];
    let done = 0;
    const long = Promise.all(
      [1, 2, 3, 4].map(async () => {
        await database.list(busy.store, longRead());
        done += 1;
      }),
    );
    await other.listed(other.listFrom(0));
    expect(done).toBeLessThan(2);
    await long;
  });

  test('a store without a running scan comes before stores at their scan limit', async () => {
    const database = await open({ scanThreads: 2, scansPerStore: 2 });
    const [busy, other] = [await new SampleTables(database).create(), await new SampleTables(database).create()];
    let done = 0;
    const long = Promise.all(
      Array.from({ length: 6 }, async () => {
        await database.list(busy.store, longRead());
        done += 1;
      }),
    );
    await database.list(other.store, longRead(1));
    expect(done).toBeLessThan(4);
    await long;
  });

  test('a read that takes too long times out for the caller, and its thread still counts as busy', async () => {
    const database = await open({ scanThreads: 2, scansPerStore: 1, scanTimeoutMs: 50, queueTimeoutMs: 500 });
    const tables = await new SampleTables(database).create();
    expect(await rejection(database.list(tables.store, longRead(8_000_000)))).toMatchObject({ kind: 'timeout' });
    // If the timeout only fired at the end of the read, its thread would be free by then.
    const next = rejection(database.list(tables.store, longRead(1)));
    expect(await next).toMatchObject({ kind: 'timeout', message: expect.stringContaining('waited') });
  });

  test('a table change does not wait for long reads of its store', async () => {
    const database = await open({ scanThreads: 3, scansPerStore: 1 });
    const tables = await new SampleTables(database).create();
    let done = 0;
    const long = Promise.all(
      [1, 2, 3].map(async () => {
        await database.list(tables.store, longRead());
        done += 1;
      }),
    );
    await database.write(tables.store, [], { exclusive: true, nextSchemaVersion: 3 });
    expect(done).toBeLessThan(2);
    await long;
  });

  test('a request beyond the queue limit is refused at once', async () => {
    const database = await open({ scansPerStore: 1, scanQueuePerStoreMax: 2 });
    const tables = await new SampleTables(database).create();
    const reads = Array.from({ length: 5 }, () => database.list(tables.store, longRead(100_000)));
    const outcomes = await Promise.allSettled(reads);
    const refused = outcomes.flatMap((each) => (each.status === 'rejected' ? [each.reason.error.kind] : []));
    expect(refused).toEqual(['overloaded', 'overloaded']);
  });

  test('writes wait for a table change no longer than their timeout', async () => {
    const database = await open({ queueTimeoutMs: 500 });
    const tables = await new SampleTables(database).create();
    const long = longRead(8_000_000).rows;
    const change = database.write(tables.store, [tables.plain(long.text, long.values)], { exclusive: true });
    const write = database.write(tables.store, [tables.insert(sampleItems(1))]);
    expect(await rejection(write)).toMatchObject({ kind: 'overloaded' });
    await change;
    expect((await tables.listed(tables.listAll())).count).toBe(0);
  }, 120_000);

  test('a bulk write that waits too long for one of another store was not sent, so it is overload', async () => {
    const database = await open({ queueTimeoutMs: 500 });
    const [first, second] = [await new SampleTables(database).create(), await new SampleTables(database).create()];
    const long = longRead(8_000_000).rows;
    const options = { exclusive: true, isBulk: true };
    const running = database.write(first.store, [first.plain(long.text, long.values)], options);
    const late = database.write(second.store, [second.insert(sampleItems(1))], options);
    expect(await rejection(late)).toMatchObject({ kind: 'overloaded', message: expect.stringContaining('waited') });
    await running;
  }, 120_000);

  test('closing does not wait for a statement that never ends', async () => {
    const database = await open({ closeTimeoutMs: 100 });
    const read = rejection(database.list('p_0', longRead(10_000_000)));
    await database.close();
    expect(await read).toMatchObject({ kind: 'unavailable' });
  });
});
