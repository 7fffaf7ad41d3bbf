import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { functionAddress, tableAddress } from '../../shared/address/addresses.ts';
import { api, dataOf } from '../../shared/api/client.ts';
import type { Target } from './targets.ts';

const FOUND = 20;

interface FoundThings {
  readonly targets: readonly Target[];
  /** False while the answers for this text are on their way. */
  readonly isComplete: boolean;
}

export function useFoundThings(project: string, text: string): FoundThings {
  const isEnabled = project !== '';
  const path = { project_id: project };
  const query = { limit: FOUND, ...(text !== '' && { search: text }) };
  const tables = useQuery({
    queryKey: [project, 'tables', 'palette', text],
    enabled: isEnabled,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      dataOf(
        api.GET('/api/cloud/projects/{project_id}/tables', {
          params: { path, query },
          signal,
        }),
      ),
  });
  const functions = useQuery({
    queryKey: [project, 'functions', 'palette', text],
    enabled: isEnabled,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      dataOf(api.GET('/api/cloud/projects/{project_id}/functions', { params: { path, query }, signal })),
  });
  return {
    targets: [
      ...(tables.data ?? []).map(({ name }) => ({ label: name, kind: 'Table', to: tableAddress(project, name) })),
      ...(functions.data ?? []).map(({ name }) => ({
        label: name,
        kind: 'Function',
        to: functionAddress(project, name),
      })),
    ],
    isComplete: ![tables, functions].some((query) => query.isFetching && (query.isPending || query.isPlaceholderData)),
  };
}
