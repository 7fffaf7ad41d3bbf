import { useQuery } from '@tanstack/react-query';
import { answerOf, api } from '../../../shared/api/client.ts';
import type { Column } from '../column-types.ts';
import { tableQuery } from '../table-queries.ts';
import type { GridRow } from './rows-api.ts';

interface FileShown {
  readonly name: string;
  readonly path: string;
  /** Address of the thumbnail if the file is an image. */
  readonly thumbnail: string | undefined;
}

/** Labels of referenced rows and files by their ids. */
export interface Links {
  readonly labels: ReadonlyMap<string, string>;
  readonly files: ReadonlyMap<string, FileShown>;
}

const LABEL_CHARACTERS = 64;
const LINKS_MAX = 500;
const THUMBNAIL = 'w=48&h=48&format=webp';

/** Loads the labels of referenced rows and files, separately from the rows themselves. */
export function useLinks(project: string, columns: readonly Column[], rows: readonly GridRow[]): Links {
  const references = columns.filter(({ type }) => type === 'reference');
  const wanted = references.map(({ name, table = '' }) => ({ table, ids: idsOf(rows, [name]) }));
  const labels = useQuery({
    queryKey: [project, 'rows', 'labels', wanted],
    enabled: wanted.some(({ ids }) => ids.length > 0),
    queryFn: async ({ client }) => {
      const found = await Promise.all(
        wanted.map(async ({ table, ids }) => {
          const { columns: others } = await client.ensureQueryData(tableQuery(project, table));
          const label = others.find(({ type, system }) => type === 'text' && system !== true)?.name;
          return label === undefined || ids.length === 0 ? [] : await fetchLabels({ project, table, ids, label });
        }),
      );
      return found.flat();
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

interface LabelsAsked {
  readonly project: string;
  readonly table: string;
  readonly ids: readonly string[];
  readonly label: string;
}

async function fetchLabels({ project, table, ids, label }: LabelsAsked): Promise<(readonly [string, string])[]> {
  const query = {
    filter: `id:in:(${ids.join(',')})`,
    select: `id,${label}`,
    limit: LINKS_MAX,
    count: 'none',
    cut: LABEL_CHARACTERS,
  };
  const params = { path: { project_id: project, table }, query: query as never };
  const answer = await answerOf(api.GET('/api/cloud/projects/{project_id}/data/{table}', { params }));
  const { data } = answer as unknown as { data: readonly GridRow[] };
  return data.map((row) => [row.id, String(row[label] ?? row.id)] as const);
}

async function fetchFiles(project: string, ids: readonly string[]): Promise<(readonly [string, FileShown])[]> {
  const query = { filter: `id:in:(${ids.join(',')})`, limit: LINKS_MAX };
  const params = { path: { project_id: project }, query: query as never };
  const answer = await answerOf(api.GET('/api/cloud/projects/{project_id}/storage/files', { params }));
  return answer.data.map((file) => {
    const isImage = file.width !== null && file.mime_type.startsWith('image/');
    const address = `/api/cloud/projects/${project}/storage/files/${file.id}/download?${THUMBNAIL}`;
    return [file.id, { name: file.name, path: file.path, thumbnail: isImage ? address : undefined }] as const;
  });
}
