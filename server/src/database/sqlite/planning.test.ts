import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { INDEX_SETS, listTable, sampleLists } from '../conformance/list-samples.ts';
import { MEMBERS } from '../conformance/member-samples.ts';
import { EVERYTHING, fill } from '../conformance/statement-runner.ts';
import { compileList, totalOrder } from '../sql/index.ts';
import { planList } from '../sql/list-plan.ts';
import type { Statement } from '../statement.ts';
import { sqliteDialect as dialect } from './dialect.ts';

const LISTS = 80;

test.each(INDEX_SETS.map((indexes, at) => [indexes.map((names) => names.join('+')).join(' '), indexes, at] as const))(
  'with indexes on %s rows that an index holds in order are never sorted, with a budget and without',
  async (_, indexes, at) => {
    const db = new DatabaseSync(':memory:');
    const table = listTable('lists', indexes);
    const run = async ({ text, values }: Statement) => {
      db.prepare(text).run(...(values as string[]));
      return [];
    };
    await fill({ dialect, run }, table, []);
    await fill({ dialect, run }, MEMBERS, []);
    const planOf = ({ text }: Statement): string =>
      db
        .prepare(`EXPLAIN QUERY PLAN ${text}`)
        .all()
        .map(({ detail }) => detail)
        .join('\n');
    let walks = 0;
    for (const list of sampleLists(table, LISTS, at)) {
      const scope = { table, columns: table.columns, condition: EVERYTHING };
      const { ordered } = planList(table, list.filter ?? EVERYTHING, totalOrder(table, list.order));
      if (ordered?.order !== 'whole') continue;
      const { rows, race } = compileList(dialect, { ...list, scope, count: false });
      for (const statement of race?.walk === undefined ? [] : [rows, race.walk.rows()]) {
        expect(planOf(statement), list.label).not.toContain('TEMP B-TREE');
        walks += 1;
      }
    }
    db.close();
    expect(walks).toBeGreaterThan(0);
  },
);
