import { type Answer, type MemberCall, readListing } from '../../../http/index.ts';
import { presentManaged, requireManaged, type UserContext } from './managed-user.ts';
import { ORDER_FIELDS } from './managed-users-store.ts';
import type { UsersQuery } from './user-schemas.ts';

export async function listUsers(context: UserContext, call: MemberCall<UsersQuery>): Promise<Answer> {
  const { query, project } = call;
  const listing = readListing(query, {
    fields: ORDER_FIELDS,
    otherwise: { field: 'created_at', direction: 'desc' },
    tieBreaker: 'id',
  });
  const search = query.search?.trim();
  const [rows, count] = await Promise.all([
    context.managed.list(project.store, { ...listing, search }),
    context.managed.count(project.store, search),
  ]);
  return { status: 200, body: { data: await presentManaged(context, call, rows), count } };
}

export async function getUser(context: UserContext, call: MemberCall): Promise<Answer> {
  const [data] = await presentManaged(context, call, [await requireManaged(context, call)]);
  return { status: 200, body: { data, count: 1 } };
}
