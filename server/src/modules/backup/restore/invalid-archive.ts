import type { DamagedArchive } from '../../../archive/index.ts';
import { ServiceError } from '../../../platform/errors.ts';

/** Translates damage into an error for the caller. */
export function invalidArchive({ entry, reason, message }: DamagedArchive): ServiceError {
  return new ServiceError('invalid_archive', `The archive is damaged. ${message}`, { details: { entry, reason } });
}
