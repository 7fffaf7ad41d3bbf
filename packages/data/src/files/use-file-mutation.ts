'use client';
import type { StoredFile } from '@service/client';
import { reported, type ServiceError, send, sendJson, tablesChanged } from '@service/client/internal';
import { useMemo } from '@service/client/react';
import { usePending } from '../hooks/use-pending.ts';
import { FILES } from './cache-key.ts';

export type FilePatch = Partial<Pick<StoredFile, 'name' | 'path' | 'visibility' | 'metadata'>>;

export interface FileMutationResult {
  update(id: string, patch: FilePatch): Promise<StoredFile>;
  remove(id: string): Promise<void>;
  readonly isPending: boolean;
  readonly error: ServiceError | undefined;
  reset(): void;
}

/**
 * Changes and removes stored files; lists of files are read again afterwards.
 * @example
 * ```tsx
 * import { type StoredFile, useFileMutation } from '@service/data';
 * export function RemoveFile({ file }: { file: StoredFile }) {
 *   const { remove, isPending } = useFileMutation();
 *   return <button disabled={isPending} onClick={() => void remove(file.id)}>Remove {file.name}</button>;
 * }
 * ```
 */
export function useFileMutation(): FileMutationResult {
  const { run, ...pending } = usePending();
  const actions = useMemo(() => {
    const change = <T>(work: () => Promise<T>): Promise<T> =>
      run(async () => {
        const result = await reported(work());
        await tablesChanged([FILES]);
        return result;
      });
    const pathOf = (id: string): string => `/storage/files/${encodeURIComponent(id)}`;
    return {
      update: (id: string, patch: FilePatch) =>
        change(async () => (await sendJson<{ data: StoredFile }>('PATCH', pathOf(id), patch)).data),
      remove: (id: string) =>
        change(async () => {
          await send(pathOf(id), { method: 'DELETE' });
        }),
    };
  }, [run]);
  return { ...actions, ...pending };
}
