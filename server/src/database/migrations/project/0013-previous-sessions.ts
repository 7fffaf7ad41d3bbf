import type { Migration } from '../migration.ts';
import { previousSessionColumn } from '../previous-sessions.ts';

export const previousSessions: Migration = {
  version: 13,
  name: 'previous sessions',
  readableFrom: 12,
  statements: previousSessionColumn,
};
