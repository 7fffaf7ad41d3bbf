import { ServiceError } from '../errors.ts';

/** `problem` goes on after "The password". */
export function weakPassword(problem: string, field: string): ServiceError {
  return new ServiceError('weak_password', `The password ${problem}.`, { details: { fields: { [field]: problem } } });
}

/** So many characters always have enough bytes, which are what counts. */
export function tooShort(bytesMin: number): string {
  return `is too short: it needs at least ${bytesMin} characters`;
}
