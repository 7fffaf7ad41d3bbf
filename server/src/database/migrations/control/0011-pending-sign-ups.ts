import type { Migration } from '../migration.ts';
import { pendingSignUpTable } from '../pending-sign-ups.ts';

/** Nobody signs up to the console: the engine of accounts finds the table there as everywhere. */
export const pendingSignUps: Migration = {
  version: 11,
  name: 'pending sign-ups',
  statements: (syntax) => pendingSignUpTable({ ...syntax, uuid: syntax.text }),
};
