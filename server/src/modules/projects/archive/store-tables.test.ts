import { expect, test } from 'vitest';
import { controlMigrations } from '../../../database/migrations/control/index.ts';
import { sqliteSyntax } from '../../../database/sqlite/migrate-store.ts';
import { STORE_TABLES } from './store-tables.ts';

test('every control-store table that names a store declares what happens to its rows when a project gets a new store', () => {
  const texts = controlMigrations.flatMap(({ statements }) => statements(sqliteSyntax));
  const tables = new Set<string>();
  for (const text of texts) {
    const [, name = '', rest = ''] = /^(?:CREATE|ALTER) TABLE (\w+)\s+(.*)$/s.exec(text.trim()) ?? [];
    if (/(?:\(|,|COLUMN)\s*store TEXT/.test(rest)) tables.add(name);
    const [, dropped] = /^DROP TABLE (\w+)/.exec(text) ?? [];
    if (dropped !== undefined) tables.delete(dropped);
  }
  expect([...tables].sort()).toEqual(Object.keys(STORE_TABLES).sort());
});
