import { accountTables } from '../account-tables.ts';
import type { Migration } from '../migration.ts';

export const accounts: Migration = { version: 3, name: 'accounts', statements: accountTables };
