'use client';
import type { StoredFile } from '@service/client';
import { loadPart, reported, type ServiceError } from '@service/client/internal';
import { useCallback, useMemo, useRef, useState } from '@service/client/react';
import { useLatest } from '../hooks/use-latest.ts';
import { usePending } from '../hooks/use-pending.ts';
import { uploadCore } from './upload-core.ts';
import type { UploadOptions } from './upload-options.ts';

interface CallOptions {
  readonly signal?: AbortSignal;
}

export interface UploadResult {
  upload(file: File, options?: CallOptions): Promise<StoredFile>;
  /** 1 to 10 files; all are stored or none. */
  upload(files: readonly File[] | FileList, options?: CallOptions): Promise<StoredFile[]>;
  readonly isPending: boolean;
  /** Progress of the current upload, 0 to 1. */
  readonly progress: number;
  readonly error: ServiceError | undefined;
  /** Aborts running uploads; they reject with `aborted`. */
  cancel(): void;
  reset(): void;
}

/**
 * Uploads files. Lists of files are read again afterwards; lost connections are retried.
 * @example
 * ```tsx
 * import { useUpload } from '@service/data';
 * export function AddPhoto() {
 *   const { upload, isPending, progress } = useUpload({ accept: 'image/*', visibility: 'public' });
 *   if (isPending) return <progress value={progress} />;
 *   return <input type="file" onChange={({ target }) => target.files?.[0] && void upload(target.files[0])} />;
 * }
 * ```
 */
export function useUpload(options: UploadOptions = {}): UploadResult {
  const latest = useLatest(options);
  const { run, isPending, error, reset: forget } = usePending();
  const [progress, setProgress] = useState(0);
  const underWay = useRef(new Set<AbortController>());

  const upload = useMemo(() => {
    const send = async (input: File | readonly File[] | FileList, signal?: AbortSignal): Promise<unknown> => {
      const controller = new AbortController();
      const stop = (): void => controller.abort();
      if (signal?.aborted) stop();
      signal?.addEventListener('abort', stop);
      underWay.current.add(controller);
      setProgress(0);
      try {
        const { uploadFiles } = await loadPart(import('./upload-files.ts'));
        const files = input instanceof File ? [input] : Array.from(input);
        const data = await uploadFiles(uploadCore, files, latest.current, {
          signal: controller.signal,
          onProgress: setProgress,
        });
        setProgress(1);
        return input instanceof File ? data[0] : data;
      } finally {
        underWay.current.delete(controller);
        signal?.removeEventListener('abort', stop);
      }
    };
    return (files: File | readonly File[] | FileList, { signal }: CallOptions = {}) =>
      run(() => reported(send(files, signal)));
  }, [run]);

  const cancel = useCallback(() => {
    for (const controller of underWay.current) controller.abort();
  }, []);
  const reset = useCallback(() => {
    setProgress(0);
    forget();
  }, [forget]);
  return { upload: upload as UploadResult['upload'], isPending, progress, error, cancel, reset };
}
