import { isDatabaseFailure } from '../../database/index.ts';
import { ServiceError } from '../../platform/errors.ts';
import { RowTooLong } from './row-too-long.ts';

export function diskError(error: unknown): unknown {
  if (error instanceof RowTooLong) return new ServiceError('payload_too_large', error.message, { cause: error });
  if (!isFull(error)) return error;
  return new ServiceError('storage_full', 'There is no room left on the disk. Nothing was changed.', { cause: error });
}

function isFull(error: unknown): boolean {
  if (isDatabaseFailure(error, 'storage_full')) return true;
  return error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT');
}
