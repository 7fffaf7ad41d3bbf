import { ServiceError } from '../platform/errors.ts';
import { BlobError } from './blob-store.ts';

/** Translates a store failure to a `ServiceError`; returns anything else unchanged. */
export function storageError(error: unknown): unknown {
  if (!(error instanceof BlobError)) return error;
  return error.kind === 'storage_full'
    ? new ServiceError('storage_full', 'There is no space left to store this. Nothing was stored.', { cause: error })
    : new ServiceError('unavailable', 'File storage is not answering at the moment. Try again shortly.', {
        cause: error,
      });
}
