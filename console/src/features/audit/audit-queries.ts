import { queryOptions } from '@tanstack/react-query';
import { answerOf, api, dataOf } from '../../shared/api/client.ts';
import { instantOf } from '../../shared/forms/times.ts';
import type { ListData } from '../../shared/list/list-data.ts';
import type { ListQuery } from '../../shared/list/list-page.tsx';
import type { ListSearch } from '../../shared/list/list-search.ts';

export interface AuditEntry {
  readonly id: string;
  readonly actor: { readonly kind: string; readonly id: string | null; readonly email: string | null };
  readonly action: string;
  readonly target: string;
  readonly details: Readonly<Record<string, unknown>>;
  readonly via: string | null;
  readonly ip: string | null;
  readonly request_id: string | null;
  readonly created_at: string;
}

export function auditQuery(
  project: string,
  { limit, offset, order, filters }: ListSearch,
): ListQuery<ListData<AuditEntry>> {
  const { actor, action, target, since, until } = filters;
  const entered = { actor, action, target, since: instantOf(since ?? ''), until: instantOf(until ?? '') };
  const query = { limit, offset, ...(order !== undefined && { order }), ...withoutEmpty(entered) };
  const params = { path: { project_id: project }, query };
  return {
    queryKey: [project, 'audit', query],
    queryFn: ({ signal }) => answerOf(api.GET('/api/cloud/projects/{project_id}/audit', { params, signal })),
  };
}

function withoutEmpty(values: Readonly<Record<string, string | undefined>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value = '']) => (value.trim() === '' ? [] : [[name, value.trim()]])),
  );
}

const WINDOW_MS = 5000;
const WINDOW_ENTRIES = 1000;

/** Finds one entry regardless of pages: the id starts with the entry's creation time, which narrows the search. */
export function entryQuery(project: string, id: string) {
  const madeAt = Number.parseInt(id.replace('-', '').slice(0, 12), 16);
  const at = Number.isNaN(madeAt) ? 0 : madeAt;
  const query = {
    since: new Date(at - WINDOW_MS).toISOString(),
    until: new Date(at + WINDOW_MS).toISOString(),
    limit: WINDOW_ENTRIES,
  };
  return queryOptions({
    queryKey: [project, 'audit', 'one', id],
    queryFn: async ({ signal }): Promise<AuditEntry | null> => {
      const params = { path: { project_id: project }, query };
      const entries = await dataOf(api.GET('/api/cloud/projects/{project_id}/audit', { params, signal }));
      return entries.find((entry) => entry.id === id) ?? null;
    },
  });
}
