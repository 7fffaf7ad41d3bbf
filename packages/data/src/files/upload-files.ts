import type { StoredFile } from '@service/client';
import { checkFiles } from './check-files.ts';
import type { UploadCore } from './upload-core.ts';
import type { UploadOptions } from './upload-options.ts';
import { sendUpload } from './upload-request.ts';

interface TransferOptions {
  readonly signal: AbortSignal;
  /** Fraction that is done, 0 to 1. */
  readonly onProgress: (part: number) => void;
}

export async function uploadFiles(
  core: UploadCore,
  files: readonly File[],
  options: UploadOptions,
  { signal, onProgress }: TransferOptions,
): Promise<StoredFile[]> {
  checkFiles(core, files, options);
  try {
    const { data } = await sendUpload<{ data: StoredFile | StoredFile[] }>(core, {
      form: formOf(files, options),
      signal,
      onProgress: (sent, total) => onProgress(total > 0 ? sent / total : 0),
    });
    return [data].flat();
  } finally {
    // A failed upload may have stored the files: its answer may be lost.
    void core.filesChanged();
  }
}

function formOf(files: readonly File[], { path, visibility, metadata }: UploadOptions): FormData {
  const form = new FormData();
  if (path !== undefined) form.set('path', path);
  if (visibility !== undefined) form.set('visibility', visibility);
  if (metadata !== undefined) form.set('metadata', JSON.stringify(metadata));
  for (const file of files) form.append('file', file, file.name);
  return form;
}
