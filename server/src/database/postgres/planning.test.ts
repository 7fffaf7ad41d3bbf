import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  INDEX_SETS,
  listRowsOf,
  listTable,
  type SampleRow,
  sampleLists,
} from '../../../test/conformance/database/list-samples.ts';
import { VisitCounter } from '../../../test/conformance/database/list-visits.ts';
import { MEMBER_ROWS, MEMBERS } from '../../../test/conformance/database/member-samples.ts';
import { createPostgresDatabase } from '../../../test/engines/postgres-database.ts';
import type { Condition } from '../filter/condition.ts';
import type { Table } from '../schema/table.ts';
import { compileList } from '../sql/index.ts';
import { literal } from '../sql/names.ts';
import { totalOrder } from '../sql/order-by.ts';
import { planList } from '../sql/reads/list-plan.ts';
import { STORE_MARKER } from '../sql/store-marker.ts';
import type { Statement } from '../statement.ts';
import { createPostgresDialect } from './dialect.ts';

const ROWS = 4000;
const LISTS = 60;
/** The least power of two that is enough for any of the pages. */
const WALK_ROWS = 256;
/** The budget of a list of 20 rows that is walked first. */
const LONG_WALK_ROWS = 4096;
const ALWAYS: Condition = { kind: 'always' };
const dialect = createPostgresDialect({ foldCollation: undefined });

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly PlanNode[];
}

describe('PostgreSQL’s plans for generated lists', () => {
  let database: Awaited<ReturnType<typeof createPostgresDatabase>>;
  let client: Client;
  const run = (text: string, values: readonly unknown[] = []) =>
    client.query<Record<string, unknown>>(text.replaceAll(STORE_MARKER, '"public"'), [...values]);

  const fill = async (table: Table, rows: readonly SampleRow[]): Promise<void> => {
    const columns = table.columns.map(({ physical, type }) => `"${physical}" ${dialect.types[type]}`);
    await run(`CREATE TABLE ${dialect.table(table.physical)} (${columns.join(', ')}, PRIMARY KEY ("id"))`);
    const from = `json_populate_recordset(NULL::${dialect.table(table.physical)}, $1::json)`;
    await run(`INSERT INTO ${dialect.table(table.physical)} SELECT * FROM ${from}`, [JSON.stringify(rows)]);
    for (const { name, columns: indexed } of table.indexes) {
      const keys = dialect.indexKeys(
        indexed.map(({ physical }) => `"${physical}"`),
        false,
      );
      await run(`CREATE INDEX "${name}" ON ${dialect.table(table.physical)} (${keys})`);
    }
    await run(`ANALYZE ${dialect.table(table.physical)}`);
  };

  beforeAll(async () => {
    database = await createPostgresDatabase();
    client = new Client({ connectionString: database.url });
    await client.connect();
    await client.query('SET plan_cache_mode = force_generic_plan');
    await fill(MEMBERS, MEMBER_ROWS);
  });
  afterAll(async () => {
    await client?.end();
    await database?.[Symbol.asyncDispose]();
  });

  const visited = async ({ text, values }: Statement): Promise<number> => {
    const { rows: found } = await run(`EXPLAIN (ANALYZE, TIMING OFF, BUFFERS OFF, FORMAT JSON) ${text}`, values);
    const tops = found.flatMap((row) => row['QUERY PLAN'] as readonly { readonly Plan: PlanNode }[]);
    return tops.reduce((sum, { Plan }) => sum + visitsOf(Plan), 0);
  };

  /** Uses the generic plan that the server keeps for all values. */
  const visitedByAny = async ({ text, values }: Statement): Promise<number> => {
    await run(`PREPARE walk AS ${text}`);
    const texts = values.map((value) => literal(Array.isArray(value) ? `{${value.join()}}` : String(value)));
    const visits = await visited({ text: `EXECUTE walk(${texts.join(', ')})`, values: [] });
    await run('DEALLOCATE walk');
    return visits;
  };

  /** A list that is walked first falls back to its other statement when the walk does not fill the page. */
  const chosen = async ({ rows, walk }: ReturnType<typeof compileList>): Promise<Statement> => {
    if (walk?.isFirst !== true) return rows;
    const walked = walk.rows(LONG_WALK_ROWS);
    const { rowCount } = await run(walked.text, walked.values);
    return rowCount === walk.limit ? walked : rows;
  };

  test.each(INDEX_SETS.map((indexes, at) => [indexes.map((names) => names.join('+')).join(' '), indexes, at] as const))(
    'with indexes on %s none visits more than ten times the rows of the best path plus 200',
    async (_, indexes, at) => {
      const table = listTable(`lists_${at}`, indexes);
      const rows = listRowsOf(ROWS, at + 1);
      await fill(table, rows);
      for (const list of sampleLists(table, LISTS, at + 50)) {
        const plan = planList(table, list.filter ?? ALWAYS, totalOrder(table, list.order));
        const scope = { table, columns: table.columns, condition: ALWAYS };
        const read = compileList(dialect, { ...list, scope, count: false });
        const isExactWalk = plan.isExact && plan.ordered?.found.kind === 'always';
        const walk = isExactWalk ? read.rows : read.walk?.rows(WALK_ROWS);
        if (walk !== undefined) expect(await visitedByAny(walk), `walk ${list.label}`).toBeLessThanOrEqual(WALK_ROWS);
        // When no index serves the filter, the server can only assume that matches are evenly spread.
        if (plan.filters.length === 0 && !plan.isExact) continue;
        const best = new VisitCounter(table, rows, list).best(plan);
        expect(await visited(await chosen(read)), `${list.label}: best ${best}`).toBeLessThanOrEqual(10 * best + 200);
      }
    },
  );
});

/** Rows that scans of tables and indexes came upon; each row of a walk may look up a member. */
function visitsOf(node: PlanNode): number {
  const isLookUp = node['Relation Name'] === MEMBERS.physical;
  const isScan = !isLookUp && node['Node Type'].includes('Scan') && node['Node Type'] !== 'Subquery Scan';
  const own = isScan ? (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'] : 0;
  // The rows of a bitmap are counted where they are looked up.
  const inner = node['Node Type'] === 'Bitmap Heap Scan' ? [] : (node.Plans ?? []);
  return own + inner.reduce((sum, child) => sum + visitsOf(child), 0);
}
