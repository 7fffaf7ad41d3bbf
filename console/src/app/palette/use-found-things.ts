import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { functionAddress, tableAddress } from '../../shared/address/addresses.ts';
import { api, dataOf } from '../../shared/api/client.ts';
import type { Target } from './targets.ts';

const FOUND = 20;

export function useFoundThings(project: string, text: string): readonly Target[] {
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
  return [
    ...(tables.data ?? []).map(({ name }) => ({ label: name, kind: 'Table', to: tableAddress(project, name) })),
    ...(functions.data ?? []).map(({ name }) => ({
      label: name,
      kind: 'Function',
      to: functionAddress(project, name),
    })),
  ];
}
