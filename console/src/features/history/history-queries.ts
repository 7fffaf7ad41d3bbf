import { queryOptions } from '@tanstack/react-query';
import { api, dataOf } from '../../shared/api/client.ts';

export interface Actor {
  readonly kind: string;
  readonly id: string | null;
  readonly email: string | null;
}

export interface RowChange {
  readonly id: string;
  readonly at: string;
  readonly table: string;
  readonly action: 'update' | 'delete';
  readonly rows: number;
  readonly actor: Actor;
  readonly undo: 'possible' | 'done' | 'not_kept';
}

export interface OtherChange {
  readonly id: string;
  readonly created_at: string;
  readonly action: string;
  readonly target: string;
  readonly details: Readonly<Record<string, unknown>>;
  readonly actor: Actor;
}

const SHOWN_MAX = 200;

export function rowChangesQuery(project: string) {
  return queryOptions({
    queryKey: [project, 'rows', 'changes'],
    queryFn: ({ signal }): Promise<readonly RowChange[]> => {
      const params = { path: { project_id: project }, query: { limit: SHOWN_MAX } };
      return dataOf(api.GET('/api/cloud/projects/{project_id}/row-changes', { params, signal }));
    },
  });
}

export function otherChangesQuery(project: string) {
  return queryOptions({
    queryKey: [project, 'audit', 'newest'],
    queryFn: async ({ signal }): Promise<readonly OtherChange[]> => {
      const params = { path: { project_id: project }, query: { limit: SHOWN_MAX } };
      const entries = await dataOf(api.GET('/api/cloud/projects/{project_id}/audit', { params, signal }));
      return entries.filter(({ action }) => !action.startsWith('security.'));
    },
  });
}

export async function undoRowChange(
  project: string,
  id: string,
): Promise<{ readonly rows: number; readonly references: number }> {
  const params = { path: { project_id: project, change_id: id } };
  return await dataOf(api.POST('/api/cloud/projects/{project_id}/row-changes/{change_id}/undo', { params }));
}
