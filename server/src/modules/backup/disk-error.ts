import { ServiceError } from '../../platform/errors.ts';
import { RowTooLong } from './write/part-writer.ts';

/** What files on the disk of this server answer, in words for callers. Anything else comes back as it is. */
export function diskError(error: unknown): unknown {
  if (error instanceof RowTooLong) return new ServiceError('payload_too_large', error.message, { cause: error });
  if (!(error instanceof Error) || !('code' in error)) return error;
  if (error.code !== 'ENOSPC' && error.code !== 'EDQUOT') return error;
  return new ServiceError('storage_full', 'There is no room left on the disk. Nothing was changed.', { cause: error });
}
