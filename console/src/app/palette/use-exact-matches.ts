import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { tableAddress, userAddress } from '../../shared/address/addresses.ts';
import { api, dataOf } from '../../shared/api/client.ts';
import type { Target } from './targets.ts';

const USERS = 5;
const LETTERS_MIN = 2;
const TABLES_MAX = 50;
const ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

interface ExactSearch {
  readonly project: string;
  readonly table: string;
  readonly text: string;
}

/** Finds users by a part of their address, and the row with this id. */
export function useExactMatches({ project, table, text }: ExactSearch): readonly Target[] {
  const wanted = text.trim();
  const isId = ID.test(wanted);
  const users = useQuery({
    queryKey: [project, 'users', 'palette', wanted],
    enabled: project !== '' && !isId && wanted.length >= LETTERS_MIN,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => {
      const params = { path: { project_id: project }, query: { search: wanted, limit: USERS } };
      return dataOf(api.GET('/api/cloud/projects/{project_id}/users', { params, signal }));
    },
  });
  const rows = useQuery({
    queryKey: [project, 'rows', 'palette', wanted],
    enabled: project !== '' && isId,
    queryFn: ({ signal }) => findRow(project, wanted, signal),
  });
  if (isId) return rows.data ?? [];
  if (wanted.length < LETTERS_MIN) return [];
  const found = users.data ?? [];
  return [
    ...found.map(({ id, email }) => ({ label: email ?? id, kind: 'User', to: userAddress(project, id) })),
    ...(table === '' ? [] : found).map(({ id, email }) => ({
      label: `View ${table} as ${email ?? id}`,
      kind: 'Action',
      to: `${tableAddress(project, table)}?as=user:${id}`,
    })),
  ];
}

/** Asks every table for the row, because an id does not say where it is. */
async function findRow(project: string, id: string, signal: AbortSignal): Promise<readonly Target[]> {
  const params = { path: { project_id: project }, query: { limit: TABLES_MAX } };
  const tables = await dataOf(api.GET('/api/cloud/projects/{project_id}/tables', { params, signal }));
  const found = await Promise.all(
    tables.map(async ({ name }): Promise<readonly Target[]> => {
      const path = { project_id: project, table: name };
      const query = { filter: `id:eq:${id}`, select: 'id', limit: 1, count: 'none' } as const;
      const asked = { params: { path, query }, signal };
      const rows = await dataOf(api.GET('/api/cloud/projects/{project_id}/data/{table}', asked));
      return rows.length === 0
        ? []
        : [{ label: `${id} of ${name}`, kind: 'Row', to: `${tableAddress(project, name)}?row=${id}` }];
    }),
  );
  return found.flat();
}
