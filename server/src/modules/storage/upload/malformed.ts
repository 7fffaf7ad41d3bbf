import { ServiceError } from '../../../platform/errors.ts';

export function malformed(problem: string): ServiceError {
  return new ServiceError('validation_failed', `The body is not well-formed multipart/form-data: ${problem}.`);
}
