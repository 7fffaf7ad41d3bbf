import type { ServiceError } from '@service/client/internal';
import type { UploadCore } from './upload-core.ts';

export interface FileLimits {
  /** As in `<input accept>`: `image/*,.pdf`. */
  readonly accept?: string | undefined;
  /** Maximum bytes per file; default 50 MB, which is also the service's limit. */
  readonly maxBytes?: number | undefined;
}

const BYTES_MAX = 52_428_800;

export function checkFiles(
  core: UploadCore,
  files: readonly File[],
  { accept, maxBytes = BYTES_MAX }: FileLimits,
): void {
  if (files.length === 0) throw refuse(core, 'validation_failed', 'Choose a file.');
  for (const file of files) {
    if (file.size > maxBytes) {
      throw refuse(
        core,
        'file_too_large',
        `${file.name} is larger than ${Math.floor((maxBytes / 1_048_576) * 10) / 10} MB.`,
      );
    }
    if (accept && !accept.split(',').some((type) => isOfType(file, type.trim().toLowerCase()))) {
      throw refuse(core, 'validation_failed', `${file.name} has a type that is not accepted here (${accept}).`);
    }
  }
}

function isOfType({ name, type }: File, wanted: string): boolean {
  if (wanted.startsWith('.')) return name.toLowerCase().endsWith(wanted);
  return wanted === '*/*' || (wanted.endsWith('/*') ? type.startsWith(wanted.slice(0, -1)) : type === wanted);
}

function refuse({ ServiceError: Refusal }: UploadCore, code: string, message: string): ServiceError {
  return new Refusal(message, { code });
}
