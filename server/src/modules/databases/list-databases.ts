import type { Static } from 'typebox';
import type { DatabaseRow } from '../../database/index.ts';
import { type Answer, type listingQuery, type OperatorCall, readListing } from '../../http/index.ts';
import { type DatabasesContext, requireDatabase, requireOperator } from './databases-context.ts';
import type { DatabaseRecord } from './schemas.ts';

/** The primary comes first unless the caller names an order. */
export async function listDatabases(
  context: DatabasesContext,
  call: OperatorCall<Static<typeof listingQuery>>,
): Promise<Answer> {
  requireOperator(call);
  const { limit, offset, order } = readListing(call.query, {
    fields: ['name'],
    otherwise: { field: 'name', direction: 'asc' },
    tieBreaker: 'name',
  });
  const rows = await context.places.store.databases();
  const byName = call.query.order === undefined ? rows : rows.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const inOrder = order[0]?.direction === 'desc' ? byName.toReversed() : byName;
  const data = await showAll(context, inOrder.slice(offset, offset + limit));
  return { status: 200, body: { data, count: rows.length } };
}

export async function showDatabase(context: DatabasesContext, call: OperatorCall): Promise<Answer> {
  requireOperator(call);
  return await answerWith(context, 200, call.params['name'] ?? '');
}

export async function answerWith(context: DatabasesContext, status: 200 | 201, name: string): Promise<Answer> {
  const [data] = await showAll(context, [await requireDatabase(context, name)]);
  return { status, body: { data, count: 1 } };
}

async function showAll(context: DatabasesContext, rows: readonly DatabaseRow[]): Promise<readonly DatabaseRecord[]> {
  const counts = await context.places.store.projectCounts();
  return await Promise.all(
    rows.map(async (row) => ({
      name: row.name,
      accepts_new: Number(row.accepts_new) === 1,
      weight: Number(row.weight),
      projects: counts.get(row.name) ?? 0,
      ...(await measure(context, row.name)),
      created_at: row.created_at,
    })),
  );
}

async function measure(
  { places: { several } }: DatabasesContext,
  name: string,
): Promise<Pick<DatabaseRecord, 'state' | 'bytes' | 'connections'>> {
  if (several === undefined) return { state: 'ok', bytes: null, connections: null };
  const { registered, mover } = several;
  try {
    await registered.get(name);
    const { bytes = null, connections } = await mover.sizeOf(registered.urlOf(name));
    return { state: 'ok', bytes, connections };
  } catch {
    // Any failure means that its projects cannot be served.
    return { state: 'down', bytes: null, connections: null };
  }
}
