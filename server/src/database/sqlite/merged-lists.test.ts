import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { numbersFrom } from '../../../test/conformance/database/list-samples.ts';
import { sampleColumn, sampleId, sampleTable } from '../../../test/conformance/database/sample-table.ts';
import { EVERYTHING, fill } from '../../../test/conformance/database/statement-runner.ts';
import { bindFilter, parseFilter } from '../filter/index.ts';
import { compileList } from '../sql/index.ts';
import type { Statement } from '../statement.ts';
import { sqliteDialect as dialect } from './dialect.ts';

const ROWS = 3_000;
const LISTS = 400;
const TEAMS = 60;
const FIRST_MS = Date.UTC(2026, 0, 1);

const tasks = sampleTable(
  'tasks',
  [sampleColumn('team', 'text')],
  [{ columns: ['created_at'] }, { columns: ['team', 'created_at'] }, { columns: ['owner_id', 'created_at'] }],
);
const members = {
  ...sampleTable('members', [sampleColumn('team', 'text'), sampleColumn('person', 'text')], [{ columns: ['person'] }]),
  id: '018f0000-0000-7000-8000-00000000bbbb',
};
const MEMBER = 'exists(members,team:eq:$row.team,person:eq:';

interface Task {
  readonly id: string;
  readonly created_at: string;
  readonly owner_id: string;
  readonly team: string;
}

/** Few teams have most rows, some teams have only old rows, and many rows are created at the same time. */
function tasksOf(pick: (below: number) => number): readonly Task[] {
  return Array.from({ length: ROWS }, (_, at) => {
    const team = Math.min(pick(TEAMS), pick(TEAMS), pick(TEAMS));
    const ageless = team % 5 === 0 ? at % 300 : at;
    const second = pick(3) === 0 ? ageless - (ageless % 100) : ageless;
    return {
      id: sampleId(pick(2) * 1_000_000 + at),
      created_at: new Date(FIRST_MS + second * 1000).toISOString(),
      owner_id: sampleId(2_000_000 + pick(20)),
      team: `t${team}`,
    };
  });
}

function memberRowsOf(pick: (below: number) => number) {
  const people = Array.from({ length: 30 }, (_, person) => {
    const teams = Array.from({ length: [0, 1, 3, 10, 80][person % 5] ?? 0 }, () => pick(TEAMS + 5));
    return teams.map((team) => ({ person: `p${person}`, team: `t${team}` }));
  });
  return people.flat().map((row, at) => ({ ...row, id: sampleId(3_000_000 + at) }));
}

function newestFirst(a: Task, b: Task): number {
  if (a.created_at !== b.created_at) return a.created_at < b.created_at ? 1 : -1;
  return a.id < b.id ? -1 : 1;
}

test('lists merged from the newest rows of many values equal the full list and read little more than the page', async () => {
  const pick = numbersFrom(7);
  using db = new DatabaseSync(':memory:');
  const run = async ({ text, values }: Statement) =>
    db.prepare(text).all(...(values as string[])) as Readonly<Record<string, string | number | null>>[];
  const rows = tasksOf(pick);
  const memberRows = memberRowsOf(pick);
  await fill(
    { dialect, run },
    tasks,
    rows.map((row) => ({ ...row })),
  );
  await fill({ dialect, run }, members, memberRows);
  const created = tasks.columnByName.get('created_at');
  if (created === undefined) throw new Error('the table has no created_at');
  let merged = 0;
  for (let at = 0; at < LISTS; at += 1) {
    const person = `p${pick(30)}`;
    const owner = sampleId(2_000_000 + pick(25));
    const isEither = pick(2) === 0;
    const where = isEither ? `or(owner_id:eq:${owner},${MEMBER}${person}))` : `${MEMBER}${person})`;
    const limit = [1, 2, 20, 100][pick(4)] ?? 1;
    const offset = pick(3) === 0 ? pick(120) : 0;
    const condition = bindFilter(parseFilter(where), tasks.columnByName, {
      variables: true,
      tables: new Map([['members', members]]),
    });
    const isDown = pick(4) > 0;
    const { race } = compileList(dialect, {
      scope: { table: tasks, columns: tasks.columns, condition: EVERYTHING },
      filter: condition,
      order: [{ column: created, direction: isDown ? 'desc' : 'asc' }],
      ...{ limit, offset, count: false },
    });
    const teams = new Set(memberRows.filter((row) => row.person === person).map(({ team }) => team));
    const visible = rows.filter((row) => teams.has(row.team) || (isEither && row.owner_id === owner));
    const label = `${where} ${isDown ? 'down' : 'up'} limit ${limit} offset ${offset}`;
    const [path] = race?.filters ?? [];
    // Indexes descend and ids ascend, so an index holds only descending lists in order.
    expect(path?.rows().text.includes('MATERIALIZED'), label).toBe(isDown);
    const probe = path?.probe?.();
    if (!isDown || path === undefined || probe === undefined) continue;
    merged += 1;
    const found = (await run(path.rows())).map(({ json }) => JSON.parse(String(json)).id);
    const wanted = visible.sort(newestFirst).slice(offset, offset + limit);
    expect(found, label).toEqual(wanted.map(({ id }) => id));
    const counted = async (budget: number) =>
      (await run({ ...probe, values: [budget, ...probe.values.slice(1)] }))[0]?.['count'];
    const ties = Math.max(
      ...[...Map.groupBy(visible, (row) => row.created_at).values(), []].map(({ length }) => length),
    );
    const span = limit + offset;
    expect(await counted(ROWS * 2), label).toBeLessThanOrEqual(
      teams.size + 3 * span + Math.max(teams.size, span) * ties,
    );
    expect(await counted(3), label).toBeLessThanOrEqual(3);
  }
  expect(merged).toBeGreaterThan(LISTS / 2);
});
