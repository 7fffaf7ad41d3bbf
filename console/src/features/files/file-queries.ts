import { queryOptions } from '@tanstack/react-query';
import { answerOf, api, dataOf } from '../../shared/api/client.ts';
import type { ListData } from '../../shared/list/list-data.ts';
import type { ListQuery } from '../../shared/list/list-page.tsx';
import type { ListSearch } from '../../shared/list/list-search.ts';

export interface StoredFile {
  readonly id: string;
  readonly name: string;
  readonly path: string;
  readonly size: number;
  readonly mime_type: string;
  readonly visibility: string;
  readonly url: string;
  readonly checksum_sha256: string;
  readonly width: number | null;
  readonly height: number | null;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly owner_id: string | null;
  readonly created_at: string;
  readonly updated_at: string;
}

export function filesQuery(
  project: string,
  { text, limit, offset, order = 'created_at:desc', filters }: ListSearch,
): ListQuery<ListData<StoredFile>> {
  const prefix = filters['prefix'] ?? '';
  const filter = text === undefined ? `not(path:like:${quoted(`${prefix}*/*`)})` : `path:ilike:${quoted(`*${text}*`)}`;
  const query = { limit, offset, order, filter, ...(prefix !== '' && { prefix }) };
  return {
    queryKey: [project, 'files', 'list', query],
    queryFn: ({ signal }) => {
      const params = { path: { project_id: project }, query };
      return answerOf(api.GET('/api/cloud/projects/{project_id}/storage/files', { params, signal }));
    },
  };
}

function quoted(value: string): string {
  return `"${value.replace(/["\\]/g, '\\$&')}"`;
}

export function foldersQuery(project: string, prefix: string) {
  return queryOptions({
    queryKey: [project, 'files', 'folders', prefix],
    queryFn: ({ signal }) => {
      const params = { path: { project_id: project }, query: prefix === '' ? {} : { prefix } };
      return dataOf(api.GET('/api/cloud/projects/{project_id}/storage/folders', { params, signal }));
    },
  });
}

export function fileQuery(project: string, id: string) {
  return queryOptions({
    queryKey: [project, 'files', 'one', id],
    queryFn: ({ signal }): Promise<StoredFile> => {
      const params = { path: { project_id: project, id } };
      return dataOf(api.GET('/api/cloud/projects/{project_id}/storage/files/{id}', { params, signal }));
    },
  });
}

export function usageQuery(project: string) {
  return queryOptions({
    queryKey: [project, 'files', 'usage'],
    queryFn: async ({ signal }) => {
      const params = { path: { project_id: project } };
      return (await dataOf(api.GET('/api/cloud/projects/{project_id}/usage', { params, signal }))).storage;
    },
  });
}

export function downloadAddress(project: string, id: string, parameters = ''): string {
  return `/api/cloud/projects/${project}/storage/files/${id}/download${parameters}`;
}
