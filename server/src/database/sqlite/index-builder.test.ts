import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { rejection } from '../../../test/conformance/database/rejection.ts';
import { systemClock } from '../../platform/clock.ts';
import type { Database, IndexBuild, PlainStep, StoreName } from '../database.ts';
import { SideTableBuilder } from './index-builder.ts';
import { openSqliteDatabase } from './open-sqlite-database.ts';

const STORE: StoreName = `p_${'5'.repeat(32)}`;
const TABLE_ID = 'a'.repeat(32);
const INDEX = {
  name: `_u_${TABLE_ID}_key`,
  table: 'people',
  columns: [
    { name: 'name', type: 'TEXT' },
    { name: 'number', type: 'REAL' },
  ],
  unique: true,
} as const;
const PLAIN = { ...INDEX, name: `_i_${TABLE_ID}_key`, unique: false };
const ROWS = 6_000;

let directory = '';
let database: Database;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'side-table-'));
  database = await openSqliteDatabase({ directory, clock: systemClock });
  await run('CREATE TABLE teams (id TEXT PRIMARY KEY) WITHOUT ROWID');
  await run(`CREATE TABLE people (id TEXT PRIMARY KEY, name TEXT, number REAL, note TEXT,
    team TEXT REFERENCES teams (id) ON DELETE CASCADE) WITHOUT ROWID`);
  await run("INSERT INTO teams VALUES ('one'), ('two')");
  await run(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${ROWS})
    INSERT INTO people SELECT ${idOf('i')}, iif(i % 50 = 0, NULL, 'name ' || (i * 7919 % ${ROWS})), i % 3, 'x',
      iif(i % 10 = 0, 'two', 'one') FROM n`);
});
afterEach(async () => {
  await database.close();
  await rm(directory, { recursive: true, force: true });
});

const idOf = (number: string): string => `format('%08x-0000-7000-8000-000000000000', ${number})`;
const run = (text: string): Promise<unknown> => {
  const step: PlainStep = { kind: 'plain', statement: { text, values: [] } };
  return database.write(STORE, [step]);
};
const read = async (text: string): Promise<unknown[]> =>
  (await database.query(STORE, { text, values: [] })).flatMap((row) => Object.values(row));
const build = (signal = new AbortController().signal, index: IndexBuild = INDEX) =>
  database.indexBuilder.build(STORE, index, signal);
/** With at most this many rows in the index that is sorted at once. */
const reopen = async (sortedRows: number): Promise<void> => {
  await database.close();
  database = await openSqliteDatabase({ directory, clock: systemClock, limits: { sortedRows } });
};
interface WatchOptions {
  readonly sortedRows?: number;
  /** The clock goes on by this much in each portion. */
  readonly tookMs?: number;
  readonly onPortion?: () => unknown;
}
/** A builder that says how many rows it copies at a time and sorts at once, and how many its index has in the end. */
function watch({ sortedRows = 100_000, tookMs = 20, onPortion }: WatchOptions) {
  const seen = { portions: [] as number[], sorted: [] as unknown[], adopted: [] as unknown[] };
  let nowMs = 0;
  const builder = new SideTableBuilder({
    query: (store, statement) => database.query(store, statement),
    bulkRows: (store) => database.bulkRows(store),
    write: async (store, steps, options) => {
      const texts = steps.map((one) => (one.kind === 'plain' ? one.statement.text : ''));
      if (texts.some((text) => text.startsWith('DROP INDEX'))) seen.sorted.push(...(await countSide()));
      const written = await database.write(store, steps, options);
      if (!texts[0]?.startsWith('INSERT')) return written;
      const [copied] = written.results;
      seen.portions.push(copied?.kind === 'plain' ? copied.touched : 0);
      await onPortion?.();
      return written;
    },
    adopt: async (_, { from }) => void seen.adopted.push(...(await countSide(`INDEXED BY "${from}"`))),
    sortedRows,
    nowMs: () => (nowMs += tookMs),
  });
  return { builder, seen };
}
/** Stops in the first portion. */
async function stop(index: IndexBuild): Promise<void> {
  const stopping = new AbortController();
  const { builder } = watch({ onPortion: () => stopping.abort() });
  await expect(builder.build(STORE, index, stopping.signal)).rejects.toThrow(/abort/);
}
const countSide = (how = ''): Promise<unknown[]> =>
  read(`SELECT count(*) FROM "_x_${TABLE_ID}" ${how} WHERE name >= '' OR name IS NULL`);
/** New rows have higher ids than all others. */
const insertRows = (count: number, from = 0) =>
  run(`WITH RECURSIVE n(i) AS (SELECT ${from} UNION ALL SELECT i + 1 FROM n WHERE i < ${from + count - 1})
    INSERT INTO people (id, name) SELECT ${idOf('i + 16777216')}, 'new ' || i FROM n`);
const clean = () => database.indexBuilder.clean(STORE, new AbortController().signal);
const leftovers = () => read("SELECT name FROM sqlite_schema WHERE name GLOB '_[xy]*'");
const isWhole = () => read('SELECT integrity_check FROM pragma_integrity_check');

test.each([
  ['a unique index', INDEX, ROWS],
  ['an index', PLAIN, 10 * ROWS],
  ['an index of more rows than are sorted at once', PLAIN, 2_500],
])(
  '%s that is built beside writes of all kinds covers every row, and SQLite finds no fault in the file',
  async (_, index, sortedRows) => {
    await reopen(sortedRows);
    let isBuilt = false;
    const building = build(undefined, index).finally(() => {
      isBuilt = true;
    });
    let writes = 0;
    for (; !isBuilt; writes += 1) {
      const at = (writes * 37) % ROWS;
      await run(
        `INSERT INTO people VALUES (${idOf(String(2 ** 24 + writes))}, 'new ${writes}', ${writes}, 'y', 'one')`,
      );
      await run(`INSERT INTO people (id, name, number) VALUES (${idOf(String(at + 1))}, 'upserted ${writes}', -1)
      ON CONFLICT (id) DO UPDATE SET name = excluded.name, number = excluded.number`);
      await run(
        `UPDATE people SET number = number + 0.5, name = iif(number > 1, NULL, name) WHERE id = ${idOf(String(at + 2))}`,
      );
      await run(`DELETE FROM people WHERE id = ${idOf(String(at + 3))}`);
      if (writes === 5) await run("DELETE FROM teams WHERE id = 'two'");
    }
    await building;
    await clean();
    expect(writes).toBeGreaterThan(5);
    expect(await isWhole()).toEqual(['ok']);
    expect(await leftovers()).toEqual([]);
    const where = `WHERE name >= '' OR name IS NULL`;
    const [scanned] = await read(`SELECT count(*) FROM people NOT INDEXED ${where}`);
    expect(await read(`SELECT count(*) FROM people INDEXED BY "${index.name}" ${where}`)).toEqual([scanned]);
    expect(await read(`SELECT sql FROM sqlite_schema WHERE name = '${index.name}'`)).toEqual([
      `CREATE ${index.unique ? 'UNIQUE ' : ''}INDEX "${index.name}" ON "people" ("name" DESC, "number" DESC)`,
    ]);
  },
);

test('serves upserts, refuses equal rows, follows renames and can be dropped, like every other index', async () => {
  await build();
  await run("INSERT INTO people (id, name, number) VALUES ('z1', 'here', 1.5)");
  expect(await rejection(run("INSERT INTO people (id, name, number) VALUES ('z2', 'here', 1.5)"))).toMatchObject({
    kind: 'unique_violation',
    columns: ['name', 'number'],
  });
  await run(`INSERT INTO people (id, name, number, note) VALUES ('z3', 'here', 1.5, 'upserted')
    ON CONFLICT (name, number) DO UPDATE SET note = excluded.note`);
  expect(await read("SELECT note FROM people WHERE name = 'here'")).toEqual(['upserted']);
  await run('ALTER TABLE people RENAME COLUMN name TO title');
  await run('ALTER TABLE people RENAME TO persons');
  expect(await isWhole()).toEqual(['ok']);
  await database.indexBuilder.drop(STORE, INDEX.name);
  await run("INSERT INTO persons (id, title, number) VALUES ('z2', 'here', 1.5)");
  expect(await isWhole()).toEqual(['ok']);
});

test('equal rows refuse the build, and dropping the index removes everything it has made', async () => {
  await run(
    "INSERT INTO people (id, name, number) VALUES ('zz', 'name 7', (SELECT number FROM people WHERE name = 'name 7'))",
  );
  expect(await rejection(build())).toMatchObject({ kind: 'unique_violation' });
  await database.indexBuilder.drop(STORE, INDEX.name);
  await clean();
  expect(await leftovers()).toEqual([]);
  await run(
    "INSERT INTO people (id, name, number) VALUES ('zzz', 'name 7', (SELECT number FROM people WHERE id = 'zz'))",
  );
});

test('dropping an index does not wait for the rows of its side table, whose index can be built again at once', async () => {
  const stopping = new AbortController();
  const building = build(stopping.signal).catch(String);
  const left = `_y${INDEX.name}`;
  await expect.poll(() => read(`SELECT count(*) FROM "_x_${TABLE_ID}"`).catch(() => [0])).not.toEqual([0]);
  stopping.abort(new Error('stopped'));
  await building;
  await database.indexBuilder.drop(STORE, INDEX.name);
  expect(await read("SELECT name FROM sqlite_schema WHERE type = 'trigger' AND name GLOB '_x*'")).toEqual([]);
  expect(await read(`SELECT count(*) > 0 FROM "${left}"`)).toEqual([1]);
  await run(`UPDATE people SET number = number + 1 WHERE id = ${idOf('7')}`);
  await build();
  await clean();
  expect([await isWhole(), await leftovers()]).toEqual([['ok'], []]);
});

test.each([
  ['of a unique index', INDEX],
  ['of an index', PLAIN],
])('a build %s that was stopped continues from what it has, beside rows that changed in between', async (_, index) => {
  await stop(index);
  const [copied] = await countSide();
  expect(copied).toBeGreaterThan(0);
  expect(copied).toBeLessThan(ROWS);
  expect(await read(`SELECT partial FROM pragma_index_list('_x_${TABLE_ID}') WHERE origin = 'c'`)).toEqual([
    index.unique ? 0 : 1,
  ]);
  await run(`UPDATE people SET name = 'other ' || id WHERE number = 1`);
  await run('DELETE FROM people WHERE number = 2');
  await build(undefined, index);
  await clean();
  expect([await isWhole(), await leftovers()]).toEqual([['ok'], []]);
  const counted = (how: string) => read(`SELECT count(*) FROM people ${how} WHERE name >= '' OR name IS NULL`);
  expect(await counted(`INDEXED BY "${index.name}"`)).toEqual(await counted('NOT INDEXED'));
  expect(await database.indexBuilder.progress(STORE, [index.name])).toEqual([1]);
});

test('rows that triggers have copied ahead of a build are among the rows that it sorts at once', async () => {
  let inserted = 0;
  const onPortion = async () => {
    if (inserted === ROWS) return;
    await insertRows(1_000, inserted);
    inserted += 1_000;
  };
  const { builder, seen } = watch({ sortedRows: 4_000, onPortion });
  await builder.build(STORE, PLAIN, new AbortController().signal);
  expect(seen).toMatchObject({ sorted: [4_500], adopted: [2 * ROWS] });
});

test('a build that was stopped does not sort at once what was written meanwhile', async () => {
  await stop(PLAIN);
  await insertRows(6_000);
  expect(await countSide()).toEqual([6_500]);
  const { builder, seen } = watch({ sortedRows: 2_500 });
  await builder.build(STORE, PLAIN, new AbortController().signal);
  expect(seen).toMatchObject({ sorted: [2_500], adopted: [ROWS + 6_000] });
});

test('fewer rows are sorted at once when their texts are long', async () => {
  await run('UPDATE people SET name = hex(zeroblob(1250))');
  const { builder, seen } = watch({});
  await builder.build(STORE, PLAIN, new AbortController().signal);
  expect(seen).toMatchObject({ sorted: [4_000], adopted: [ROWS] });
});

test.each([
  ['grow while they take little time', 0, [500, 1_000, 2_000, 2_500, 0]],
  ['stay small when they take long', 20, Array<number>(12).fill(500)],
])('portions that are copied without an index %s', async (_, tookMs, portions) => {
  const { builder, seen } = watch({ tookMs });
  await builder.build(STORE, PLAIN, new AbortController().signal);
  expect(seen.portions.slice(0, portions.length)).toEqual(portions);
});

test('an index is not adopted from a side table that differs from its table', async () => {
  const stopping = new AbortController();
  const building = build(stopping.signal).catch(String);
  await expect.poll(() => leftovers()).not.toEqual([]);
  stopping.abort(new Error('stopped'));
  await building;
  await run(`INSERT INTO "_x_${TABLE_ID}" VALUES ('gone', 'gone', 1)`);
  expect(await build().catch(String)).toContain('differs');
  expect(await read(`SELECT name FROM sqlite_schema WHERE name = '${INDEX.name}'`)).toEqual([]);
  await build();
  await clean();
  expect([await isWhole(), await leftovers()]).toEqual([['ok'], []]);
});

test('a build that was killed while its side table was discarded begins again', async () => {
  const stopping = new AbortController();
  const building = build(stopping.signal).catch(String);
  await expect.poll(() => leftovers()).not.toEqual([]);
  stopping.abort(new Error('stopped'));
  await building;
  for (const change of ['insert', 'update', 'delete']) await run(`DROP TRIGGER "_x_${TABLE_ID}_${change}"`);
  await run(`DELETE FROM people WHERE id = ${idOf('1')}`);
  await build();
  await clean();
  expect([await isWhole(), await leftovers()]).toEqual([['ok'], []]);
});

test('a build that waits for a clean-up of the same rows goes on when that clean-up is aborted', async () => {
  const left = `_y${INDEX.name}`;
  await run(`CREATE TABLE "${left}" (id TEXT PRIMARY KEY) WITHOUT ROWID`);
  await run(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200000)
    INSERT INTO "${left}" SELECT ${idOf('i')} FROM n`);
  const cleaning = new AbortController();
  const cleaned = database.indexBuilder.clean(STORE, cleaning.signal).catch(String);
  const building = build().catch(String);
  // Meanwhile the build begins to wait.
  for (let reads = 0; reads < 10; reads += 1) await read('SELECT 1');
  cleaning.abort(new Error('the clean-up was stopped'));
  expect(await cleaned).toContain('the clean-up was stopped');
  expect(await building).toBeUndefined();
  await clean();
  expect([await isWhole(), await leftovers()]).toEqual([['ok'], []]);
});

test('dropping an index also removes a side table that has given it away', async () => {
  await build();
  await clean();
  await run(`CREATE TABLE "_x_${TABLE_ID}" (id TEXT PRIMARY KEY, name TEXT, number REAL) WITHOUT ROWID`);
  await database.indexBuilder.drop(STORE, INDEX.name);
  await clean();
  expect(await leftovers()).toEqual([]);
});

test('other statements may still not change the schema of the file', async () => {
  await build();
  const changed = rejection(run("UPDATE sqlite_schema SET sql = sql || ' '"));
  expect(await changed).toMatchObject({ message: expect.stringContaining('may not be modified') });
});

test('a store that is dropped while an index of it is built gets no new file', async () => {
  const building = build().catch((error: unknown) => error);
  await expect.poll(() => leftovers()).not.toEqual([]);
  const bulk = { exclusive: true, isBulk: true };
  const step: PlainStep = { kind: 'plain', statement: { text: 'DELETE FROM people', values: [] } };
  // It starts a thread before it waits for its turn, so the store is dropped first.
  const late = database.write(STORE, [step], bulk).catch((error: unknown) => error);
  await database.drop(STORE);
  for (const outcome of await Promise.all([building, late])) expect(outcome).toMatchObject({ kind: 'dropped' });
  expect(await database.stores()).toEqual([]);
});
