import type { Static } from 'typebox';
import type { Project } from '../../callers/index.ts';
import type { Table } from '../../database/schema/index.ts';
import { selectRows } from '../../database/sql/index.ts';
import { type listingQuery, readListing } from '../../http/listing.ts';
import type { Answer } from '../../http/route.ts';
import { requireTable } from './change-tables.ts';
import type { TablesContext } from './context.ts';
import { presentTable } from './present-table.ts';

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

export async function listTables(
  { cache }: TablesContext,
  project: Project,
  query: Static<typeof listingQuery>,
): Promise<Answer> {
  const { limit, offset, order } = readListing(query, LISTED);
  const { tables } = await cache.get(project.store);
  const sorted = [...tables.values()].sort((one, other) => {
    for (const { field, direction } of order) {
      const [a, b] = [VALUES[field](one), VALUES[field](other)];
      if (a !== b) return a < b === (direction === 'asc') ? -1 : 1;
    }
    return 0;
  });
  const data = sorted.slice(offset, offset + limit).map((table) => presentTable(table));
  return { status: 200, body: { data, count: tables.size } };
}

/** One table, with the number of its rows. */
export async function getTable({ cache, database }: TablesContext, project: Project, name: string): Promise<Answer> {
  const { version, tables } = await cache.get(project.store);
  const table = requireTable({ tables }, name);
  const scope = { table, columns: table.columns, condition: { kind: 'always' } } as const;
  const read = selectRows(database.dialect, { scope, order: [], limit: 0, offset: 0, count: true });
  const { count } = await database.list(project.store, read, version);
  return { status: 200, body: { data: presentTable(table, count), count: 1 } };
}
