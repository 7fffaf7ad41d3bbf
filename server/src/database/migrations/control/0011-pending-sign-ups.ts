import type { Migration } from '../migration.ts';
import { pendingSignUpTable } from '../pending-sign-ups.ts';

/** The console has no sign-up, but the account engine expects this table in every store. */
export const pendingSignUps: Migration = {
  version: 11,
  name: 'pending sign-ups',
  statements: (syntax) => pendingSignUpTable({ ...syntax, uuid: syntax.text }),
};
