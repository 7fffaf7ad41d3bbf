import { ServiceError } from '../errors.ts';

/** `problem` continues a sentence that starts with "The password". */
export function weakPassword(problem: string, field: string): ServiceError {
  return new ServiceError('weak_password', `The password ${problem}.`, { details: { fields: { [field]: problem } } });
}

export function tooShort(charactersMin: number): string {
  return `is too short: it needs at least ${charactersMin} characters`;
}
