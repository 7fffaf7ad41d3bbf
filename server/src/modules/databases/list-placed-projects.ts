import { type Answer, type OperatorCall, readListing } from '../../http/index.ts';
import { type DatabasesContext, requireOperator } from './databases-context.ts';
import type { PlacedProjectsQuery } from './schemas.ts';

/** All projects of the installation, also those that the operator is no member of. */
export async function listPlacedProjects(
  { places: { store } }: DatabasesContext,
  call: OperatorCall<PlacedProjectsQuery>,
): Promise<Answer> {
  requireOperator(call);
  const listing = readListing(call.query, {
    fields: ['name', 'id'],
    otherwise: { field: 'name', direction: 'asc' },
    tieBreaker: 'id',
  });
  const { id, search, database } = call.query;
  const asked = { id, search: search?.trim(), database };
  const [data, count] = await Promise.all([store.placedProjects(asked, listing), store.countPlacedProjects(asked)]);
  return { status: 200, body: { data, count } };
}
