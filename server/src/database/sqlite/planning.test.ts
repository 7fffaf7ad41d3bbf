import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { INDEX_SETS, listTable, sampleLists } from '../../../test/conformance/database/list-samples.ts';
import { MEMBERS } from '../../../test/conformance/database/member-samples.ts';
import { EVERYTHING, fill } from '../../../test/conformance/database/statement-runner.ts';
import { compileList, totalOrder } from '../sql/index.ts';
import { planList } from '../sql/reads/list-plan.ts';
import type { Statement } from '../statement.ts';
import { sqliteDialect as dialect } from './dialect.ts';

const LISTS = 80;

test.each(INDEX_SETS.map((indexes, at) => [indexes.map((names) => names.join('+')).join(' '), indexes, at] as const))(
  'with indexes on %s rows in index order are never sorted, and rows before the page are never read',
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
    let skips = 0;
    for (const list of sampleLists(table, LISTS, at)) {
      const scope = { table, columns: table.columns, condition: EVERYTHING };
      const plan = planList(table, list.filter ?? EVERYTHING, totalOrder(table, list.order));
      const { ordered, isExact } = plan;
      if (ordered?.order !== 'whole') continue;
      if (isExact && ordered.index !== undefined) {
        const far = compileList(dialect, { ...list, scope, count: false, offset: 5_000 });
        expect(planOf(far.rows), list.label).toMatch(
          /PRIMARY KEY \(id=\?\)\n.*LIST SUBQUERY(.|\n)*USING COVERING INDEX/,
        );
        skips += 1;
      }
      // Few rows remain after an offset, and these are sorted again.
      if (isExact && list.offset > 0) continue;
      const { rows, race } = compileList(dialect, { ...list, scope, count: false });
      for (const statement of race?.walk === undefined ? [] : [rows, race.walk.rows()]) {
        expect(planOf(statement), list.label).not.toContain('TEMP B-TREE');
        walks += 1;
      }
    }
    db.close();
    expect(walks).toBeGreaterThan(0);
    expect(skips).toBeGreaterThan(0);
  },
);
