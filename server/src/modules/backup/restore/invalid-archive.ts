import type { DamagedArchive } from '../../../archive/format/index.ts';
import { ServiceError } from '../../../platform/errors.ts';

export function invalidArchive({ entry, reason, message }: DamagedArchive): ServiceError {
  return new ServiceError('invalid_archive', `The archive is damaged. ${message}`, { details: { entry, reason } });
}
