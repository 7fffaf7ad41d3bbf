import { expect, test } from 'vitest';
import { sampleColumn, sampleTable } from '../../../../test/conformance/database/sample-table.ts';
import { bindFilter, parseFilter, resolveCondition } from '../../filter/index.ts';
import { sqliteDialect } from '../../sqlite/dialect.ts';
import { compileList } from './compile-list.ts';

const USER = '018f0000-0000-7000-8000-00000000abcd';
const VARIABLES = { 'user.id': USER, 'user.email': null, 'user.role': null, now: null };
const text = (name: string) => sampleColumn(name, 'text');
const tasks = sampleTable('tasks', [text('team'), text('title')], [{ columns: ['team'] }, { columns: ['title'] }]);

function pathsUnder(where: string, memberIndex: readonly string[]): readonly string[] {
  const members = {
    ...sampleTable('members', [text('team'), text('person')], [{ columns: memberIndex }]),
    id: '018f0000-0000-7000-8000-00000000bbbb',
  };
  const tables = new Map([['members', members]]);
  const bound = bindFilter(parseFilter(where), tasks.columnByName, { variables: true, tables });
  const title = tasks.columnByName.get('title');
  const { race } = compileList(sqliteDialect, {
    scope: { table: tasks, columns: tasks.columns, condition: resolveCondition(bound, VARIABLES) },
    order: title === undefined ? [] : [{ column: title, direction: 'desc' }],
    limit: 20,
    offset: 0,
    count: false,
  });
  return (race?.filters ?? []).flatMap((path) => [path.rows().text, path.probe?.().text ?? '']);
}

const MEMBER = 'exists(members,team:eq:$row.team,person:eq:$user.id)';

test('a look-up served by an index yields the values that find the rows, for the rows and for the count', () => {
  const paths = pathsUnder(MEMBER, ['person', 'team']);
  expect(paths.length).toBe(2);
  for (const path of paths) expect(path).toMatch(/INDEXED BY "_x_tasks_0" WHERE _t\."team" IN \(SELECT _e\."team"/);
});

test('a look-up inside or(…) yields its values once, in addition to the rows of the other terms', () => {
  const [rows, probe, ...others] = pathsUnder(`or(title:eq:a,${MEMBER})`, ['person', 'team']);
  expect(others).toEqual([]);
  const parts =
    /INDEXED BY "_x_tasks_1" WHERE _t."title" = \S+ UNION ALL .* INDEXED BY "_x_tasks_0" WHERE _t."team" IN/;
  for (const path of [rows, probe]) expect(path).toMatch(parts);
});

test('a look-up that is the same for all rows runs before any row is read', () => {
  const [rows] = pathsUnder('or(title:eq:a,exists(members,person:eq:$user.id))', ['person', 'team']);
  expect(rows).toMatch(
    / UNION ALL SELECT _t."id" FROM \(SELECT 1 FROM "members" AS _e WHERE .* LIMIT 1\) AS _g CROSS JOIN/,
  );
});

test.each([
  [MEMBER, ['team', 'person']],
  [`not(${MEMBER})`, ['person', 'team']],
  [`or(updated_at:eq:2026-01-01T00:00:00.000Z,${MEMBER})`, ['person', 'team']],
])('%s with an index on %j is evaluated row by row', (where, index) => {
  expect(pathsUnder(where, index)).toEqual([]);
});
