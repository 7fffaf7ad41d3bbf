import type { Migration } from '../migration.ts';
import { previousSessionColumn } from '../previous-sessions.ts';

export const previousSessions: Migration = {
  version: 16,
  name: 'previous sessions',
  readableFrom: 15,
  statements: previousSessionColumn,
};
