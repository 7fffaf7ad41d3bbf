'use client';
import type { StoredFile } from '@service/client';
import { type FilterObject, listPath, send } from '@service/client/internal';
import { type Page, pageOf } from '../cache/page.ts';
import type { QueryResult } from '../hooks/query-result.ts';
import { itself, type SingleResult, useAnswer } from '../hooks/use-answer.ts';
import { useObserved } from '../hooks/use-observed.ts';
import { useRows } from '../hooks/use-query.ts';
import { parametersOf } from '../rows/parameters.ts';
import { FILES } from './cache-key.ts';

export interface FilesOptions {
  /** Prefix of paths, such as `albums/2026/`. */
  readonly prefix?: string;
  readonly filter?: string | FilterObject<StoredFile>;
  readonly order?: string;
  readonly limit?: number;
  readonly offset?: number;
  /** Only files that follow this place: one file's values of the fields in `order`, then its `id`. Not with `offset`. */
  readonly after?: readonly unknown[];
  /** Only files that precede this place, in the same order. */
  readonly before?: readonly unknown[];
  readonly enabled?: boolean;
  readonly refetchInterval?: number | false;
  readonly keepPrevious?: boolean;
}

/**
 * The files that the caller may see.
 * @example
 * ```tsx
 * import { fileUrl, useFiles } from '@service/data';
 * export function Album() {
 *   const { data } = useFiles({ prefix: 'albums/2026/', order: 'created_at:desc' });
 *   return <>{data?.map((file) => <img key={file.id} src={fileUrl(file, { width: 200 })} alt={file.name} />)}</>;
 * }
 * ```
 */
export function useFiles(options: FilesOptions = {}): QueryResult<StoredFile> {
  const { select: _, count: __, ...plain } = parametersOf(options);
  const parameters = { ...plain, prefix: options.prefix };
  const observed = useObserved<Page>({
    ...options,
    kind: 'files',
    table: FILES,
    options: parameters,
    read: async (signal) => {
      const path = listPath('/storage/files', parameters);
      const { data, count } = await send<{ data: Page['rows']; count: number }>(path, { signal });
      return pageOf(data, { count });
    },
  });
  return useRows(observed, { isEnabled: options.enabled !== false });
}

export type FileResult = SingleResult<StoredFile>;

/**
 * A file by its id; reads nothing while the id is undefined.
 * @example
 * ```tsx
 * import { useFile } from '@service/data';
 * export function FileName({ id }: { id: string | undefined }) {
 *   const { data, loading } = useFile(id);
 *   return <span>{loading ? '…' : data?.name}</span>;
 * }
 * ```
 */
export function useFile(id: string | null | undefined): FileResult {
  const query = {
    kind: 'file' as const,
    table: FILES,
    options: id ?? null,
    enabled: Boolean(id),
    read: async (signal: AbortSignal) =>
      (await send<{ data: StoredFile }>(`/storage/files/${encodeURIComponent(id ?? '')}`, { signal })).data,
  };
  return useAnswer<StoredFile, StoredFile>(query, itself);
}
