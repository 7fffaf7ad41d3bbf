import { validationFailed } from './errors.ts';

const CHARACTERS_MAX = 100;

/** A trimmed display name. Throws `validation_failed` for `field` when it is invalid. */
export function requireDisplayName(text: string, field = 'name'): string {
  const name = text.trim();
  if (name === '') throw validationFailed({ [field]: 'must not be blank' });
  if (Array.from(name).length > CHARACTERS_MAX) {
    throw validationFailed({ [field]: `must have at most ${CHARACTERS_MAX} characters` });
  }
  if (/[\p{Cc}\u2028\u2029]/u.test(text) || !text.isWellFormed()) {
    throw validationFailed({ [field]: 'must not contain control characters' });
  }
  return name;
}
