import type { Migration } from '../migration.ts';
import { passkeyTables } from '../passkey-tables.ts';

export const passkeys: Migration = {
  version: 20,
  name: 'passkeys',
  readableFrom: 15,
  statements: (syntax) => passkeyTables({ ...syntax, uuid: syntax.text }),
};
