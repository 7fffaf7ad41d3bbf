import type { Migration } from '../migration.ts';

export const KEYS_TO_VALIDATE = 'keys to validate';

/** Changes no format: an engine that has foreign keys which are not valid names them in the definitions of their tables. */
export const keysToValidate: Migration = {
  version: 27,
  name: KEYS_TO_VALIDATE,
  readableFrom: 12,
  statements: () => [],
};
