import { expect, test } from 'vitest';
import { controlMigrations } from '../../database/migrations/control/index.ts';
import { sqliteSyntax } from '../../database/sqlite/migrate-store.ts';
import { CONTROL_TABLES, SAVED_TABLES } from './saved-tables.ts';

test('every table of the control store declares whether a backup of the installation includes it', () => {
  const tables = new Set<string>();
  for (const text of controlMigrations.flatMap(({ statements }) => statements(sqliteSyntax))) {
    const [, created] = /^CREATE TABLE (\w+)/.exec(text.trim()) ?? [];
    if (created !== undefined) tables.add(created);
    const [, dropped] = /^DROP TABLE (\w+)/.exec(text.trim()) ?? [];
    if (dropped !== undefined) tables.delete(dropped);
  }
  expect([...tables].sort()).toEqual(Object.keys(CONTROL_TABLES).sort());
});

test('accounts are saved before all tables that refer to them, and projects last', () => {
  expect([SAVED_TABLES.at(0), SAVED_TABLES.at(-1)]).toEqual(['_users', 'projects']);
});
