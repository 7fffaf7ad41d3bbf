import { useQuery } from '@tanstack/react-query';
import { answerOf, api } from '../../../shared/api/client.ts';
import type { Column } from '../column-types.ts';
import { thumbnailOf } from '../references/file-source.ts';
import { fetchLabels } from '../references/reference-source.ts';
import type { GridRow } from './rows-api.ts';

interface FileShown {
  readonly name: string;
  readonly path: string;
  readonly thumbnail: string | undefined;
}

export interface Links {
  readonly labels: ReadonlyMap<string, string>;
  readonly files: ReadonlyMap<string, FileShown>;
}

const LINKS_MAX = 500;

export function useLinks(project: string, columns: readonly Column[], rows: readonly GridRow[]): Links {
  const references = columns.filter(({ type }) => type === 'reference');
  const wanted = references.map(({ name, table = '' }) => ({ table, ids: idsOf(rows, [name]) }));
  const labels = useQuery({
    queryKey: [project, 'rows', 'labels', wanted],
    enabled: wanted.some(({ ids }) => ids.length > 0),
    queryFn: async ({ client, signal }) => {
      const found = await Promise.all(
        wanted
          .filter(({ ids }) => ids.length > 0)
          .map(({ table, ids }) => {
            const filter = () => `id:in:(${ids.join(',')})`;
            return fetchLabels({ client, project, table, filter, limit: LINKS_MAX, signal });
          }),
      );
      return found.flat().map(({ id, label }) => [id, label] as const);
    },
  });
  const fileIds = idsOf(
    rows,
    columns.filter(({ type }) => type === 'file').map(({ name }) => name),
  );
  const files = useQuery({
    queryKey: [project, 'files', 'links', fileIds],
    enabled: fileIds.length > 0,
    queryFn: () => fetchFiles(project, fileIds),
  });
  return { labels: new Map(labels.data), files: new Map(files.data) };
}

function idsOf(rows: readonly GridRow[], columns: readonly string[]): readonly string[] {
  const ids = rows.flatMap((row) => columns.map((column) => row[column]));
  return [...new Set(ids.filter((id): id is string => typeof id === 'string'))].slice(0, LINKS_MAX);
}

async function fetchFiles(project: string, ids: readonly string[]): Promise<(readonly [string, FileShown])[]> {
  const query = { filter: `id:in:(${ids.join(',')})`, limit: LINKS_MAX };
  const params = { path: { project_id: project }, query };
  const answer = await answerOf(api.GET('/api/cloud/projects/{project_id}/storage/files', { params }));
  return answer.data.map(
    (file) => [file.id, { name: file.name, path: file.path, thumbnail: thumbnailOf(project, file) }] as const,
  );
}
