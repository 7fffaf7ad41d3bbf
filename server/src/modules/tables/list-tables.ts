import { type Static, Type } from 'typebox';
import type { Project } from '../../callers/index.ts';
import { isDatabaseFailure } from '../../database/index.ts';
import type { Table } from '../../database/schema/index.ts';
import { compileList, createTextMatcher } from '../../database/sql/index.ts';
import { type Answer, listingQuery, readListing } from '../../http/index.ts';
import type { Catalogue } from './catalogue.ts';
import { requireTable } from './change-tables.ts';
import { SMALL_ROWS } from './changes/plan-change.ts';
import { presentSummary, presentTable } from './present-table.ts';
import type { TablesContext } from './tables-context.ts';

const LISTED = {
  fields: ['name', 'created_at', 'updated_at'],
  otherwise: { field: 'name', direction: 'asc' },
  tieBreaker: 'name',
} as const;

const VALUES = {
  name: (table: Table) => table.name,
  created_at: (table: Table) => table.createdAt,
  updated_at: (table: Table) => table.updatedAt,
};

const COUNTS_AT_ONCE = 16;
/** A table may change this often between a list and its counts before the request gives up. */
const TRIES_MAX = 3;

export const tablesQuery = Type.Object({
  ...listingQuery.properties,
  search: Type.Optional(Type.String({ maxLength: 200, description: 'Part of the name; `*` matches any characters.' })),
  summary: Type.Optional(
    Type.Boolean({
      description: 'Returns the number of columns instead of the columns, and the number of rows.',
      default: false,
    }),
  ),
});

export async function listTables(
  context: TablesContext,
  project: Project,
  query: Static<typeof tablesQuery>,
): Promise<Answer> {
  const { limit, offset, order } = readListing(query, LISTED);
  const page = (catalogue: Catalogue): { readonly tables: readonly Table[]; readonly count: number } => {
    const found = [...catalogue.tables.values()].filter(matcherOf(query.search));
    found.sort((one, other) => {
      for (const { field, direction } of order) {
        const [a, b] = [VALUES[field](one), VALUES[field](other)];
        if (a !== b) return a < b === (direction === 'asc') ? -1 : 1;
      }
      return 0;
    });
    return { tables: found.slice(offset, offset + limit), count: found.length };
  };
  if (query.summary === true) return await summarize(context, project, page);
  const { tables, count } = page(await context.cache.get(project.store));
  return { status: 200, body: { data: tables.map((table) => presentTable(table)), count } };
}

function matcherOf(search: string | undefined): (table: Table) => boolean {
  if (search === undefined || search === '') return () => true;
  const isMatch = createTextMatcher(search);
  return ({ name }) => isMatch(name);
}

async function summarize(
  context: TablesContext,
  project: Project,
  page: (catalogue: Catalogue) => { readonly tables: readonly Table[]; readonly count: number },
): Promise<Answer> {
  for (let tries = 1; ; tries += 1) {
    const catalogue = await context.cache.get(project.store);
    const { tables, count } = page(catalogue);
    try {
      const data: object[] = [];
      for (let at = 0; at < tables.length; at += COUNTS_AT_ONCE) {
        const some = tables.slice(at, at + COUNTS_AT_ONCE);
        const counts = await Promise.all(some.map((table) => countRows(context, project, table, catalogue.version)));
        data.push(...some.map((table, index) => presentSummary(table, counts[index])));
      }
      return { status: 200, body: { data, count } };
    } catch (error) {
      if (tries === TRIES_MAX || !isDatabaseFailure(error, 'stale_schema')) throw error;
      await context.cache.reload(project.store, catalogue.version);
    }
  }
}

export async function getTable(context: TablesContext, project: Project, name: string): Promise<Answer> {
  const { version, tables } = await context.cache.get(project.store);
  const table = requireTable({ tables }, name);
  return {
    status: 200,
    body: { data: presentTable(table, await countRows(context, project, table, version)), count: 1 },
  };
}

/** Undefined unless a change would keep the table's users waiting; 0 when the rows are too many to count in time. */
export async function rowsOfLarge(
  context: Pick<TablesContext, 'database'>,
  project: Project,
  table: Table,
  version: number,
): Promise<number | undefined> {
  try {
    const rows = (await countRows(context, project, table, version)) ?? 0;
    return rows > SMALL_ROWS ? rows : undefined;
  } catch (error) {
    if (isDatabaseFailure(error, 'timeout')) return 0;
    throw error;
  }
}

export async function countRows(
  { database }: Pick<TablesContext, 'database'>,
  { store }: Project,
  table: Table,
  version: number,
): Promise<number | undefined> {
  const scope = { table, columns: table.columns, condition: { kind: 'always' } } as const;
  const read = compileList(database.dialect, { scope, order: [], limit: 0, offset: 0, count: true });
  return (await database.list(store, read, version)).count;
}
