import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { sampleColumn, sampleId, sampleTable } from '../../../test/conformance/database/sample-table.ts';
import type { ListRead, ScanPaths } from '../database.ts';
import { and } from '../filter/combine.ts';
import { bindFilter, parseFilter, resolveCondition } from '../filter/index.ts';
import { compileList } from '../sql/reads/compile-list.ts';
import { cheapestScan, type RaceStatement } from '../sql/reads/race-paths.ts';
import type { Statement } from '../statement.ts';
import { sqliteDialect } from './dialect.ts';
import { sqlFunctions } from './functions.ts';
import { sqliteSearch } from './search-syntax.ts';

const ROWS = 6_000;
/** One in this many rows has the state of the filter. */
const DONE_EVERY = 300;

const body = sampleColumn('body', 'text');
const notes = sampleTable('notes', [body, sampleColumn('state', 'text')], [{ columns: ['state'] }]);
const searched = { column: body, wordsKey: 'body' };

function openNotes(): DatabaseSync {
  const db = new DatabaseSync(':memory:');
  for (const { name, call } of sqlFunctions)
    db.function(name, { deterministic: true }, (value) =>
      call(typeof value === 'number' ? value : value === null ? null : String(value)),
    );
  const index = {
    tableId: notes.id,
    table: 'notes',
    key: 'k',
    columns: [{ physical: body.physical, wordsKey: 'body' }],
  };
  const columns = ['id', 'created_at', 'updated_at', 'owner_id', 'body', 'state'];
  db.exec(`CREATE TABLE notes (${columns.join(', ')}, PRIMARY KEY (id)); CREATE INDEX _x_notes_0 ON notes (state)`);
  for (const text of [...sqliteSearch.create(index, undefined), ...sqliteSearch.createTriggers(index)]) db.exec(text);
  const insert = db.prepare('INSERT INTO notes (id, body, state) VALUES (?, ?, ?)');
  db.exec('BEGIN');
  for (let number = 1; number <= ROWS; number += 1)
    insert.run(sampleId(number), `every ${'row '.repeat(number % 4)}`, number % DONE_EVERY === 0 ? 'done' : 'open');
  db.exec('COMMIT');
  return db;
}

function listOf(text: string, order: 'ranked' | 'newest' = 'ranked'): ListRead {
  const bound = bindFilter(parseFilter(text), notes.columnByName, { variables: false, tables: new Map() });
  const terms = [{ words: ['every'], isPrefix: false, isExcluded: false }];
  const search = { kind: 'search', table: notes, key: 'k', indexed: [searched], columns: [searched], terms } as const;
  const id = notes.columnByName.get('id');
  return compileList(sqliteDialect, {
    scope: { table: notes, columns: notes.columns, condition: { kind: 'always' } },
    filter: and(resolveCondition(bound, { 'user.id': null, 'user.email': null, 'user.role': null, now: null }), search),
    order: order === 'newest' && id !== undefined ? [{ column: id, direction: 'desc' }] : [],
    limit: 5,
    offset: 0,
    count: true,
  });
}

test('a narrow filter counts and ranks matches among its own rows, and a wide one through the word index', () => {
  const db = openNotes();
  const run = ({ text, values }: RaceStatement<string>) => {
    const statement = db.prepare(text);
    statement.setReturnArrays(true);
    return statement.all(...(values as (string | number | null)[])) as unknown as (string | number | null)[][];
  };
  const cheapest = (paths: ScanPaths | undefined) => {
    const filters = (paths?.filters ?? []).map(({ probe, rows, rowCost }) => ({
      probe: probe?.(),
      rows: rows(),
      rowCost,
    }));
    return cheapestScan({ filters, cost: (paths?.rowCost ?? 0) * ROWS }, run);
  };
  const all = (statement: Statement) => run(statement);
  // A count may also look each row of the filter up in the word index, which is cheapest for few rows that lie far apart.
  for (const [filter, count, path, countPath] of [
    ['state:eq:done', ROWS / DONE_EVERY, 1, 2],
    ['state:eq:open', ROWS - ROWS / DONE_EVERY, -1, -1],
    ['state:eq:none', 0, 1, 1],
  ] as const) {
    const { rows, paths, count: counted } = listOf(filter);
    expect([filter, cheapest(counted?.paths), cheapest(paths)]).toEqual([filter, countPath, path]);
    for (const { rows: make } of counted?.paths?.filters ?? []) expect(all(make())).toEqual([[count]]);
    const texts = all(rows).map(([text]) => text);
    expect(texts).toHaveLength(Math.min(count, 5));
    for (const { rows: make } of paths?.filters ?? []) expect(all(make()).map(([text]) => text)).toEqual(texts);
  }
});

test('the newest matches in a narrow range of ids are found through the range', () => {
  const { rows, race } = listOf(`id:lt:${sampleId(8)}`, 'newest');
  const db = openNotes();
  const found = ({ text, values }: Statement) => db.prepare(text).all(...(values as (string | number | null)[]));
  const counts = (race?.filters ?? []).flatMap(({ probe }) => {
    const statement = probe?.();
    return statement === undefined ? [] : found({ ...statement, values: [ROWS, ...statement.values.slice(1)] });
  });
  expect(counts.map((row) => Number(row['count'])).sort((a, b) => a - b)).toEqual([7, 7, ROWS]);
  expect(found(rows)).toHaveLength(5);
  for (const filter of race?.filters ?? []) expect(found(filter.rows())).toEqual(found(rows));
});
