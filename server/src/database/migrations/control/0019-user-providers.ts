import type { Migration } from '../migration.ts';
import { userProvidersColumn } from '../user-providers.ts';

export const userProviders: Migration = {
  version: 19,
  name: 'user providers',
  readableFrom: 15,
  statements: userProvidersColumn,
};
