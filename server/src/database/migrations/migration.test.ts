import { expect, test } from 'vitest';
import { controlMigrations } from './control/index.ts';
import { pendingMigrations } from './migration.ts';
import { projectMigrations } from './project/index.ts';

const migrations = [1, 2, 3].map((version) => ({ version, name: `step ${version}`, statements: [] }));

test('a store gets what it does not have yet, in order', () => {
  expect(pendingMigrations(migrations, 0).map(({ version }) => version)).toEqual([1, 2, 3]);
  expect(pendingMigrations(migrations, 2).map(({ version }) => version)).toEqual([3]);
  expect(pendingMigrations(migrations, 3)).toEqual([]);
});

test('a store that a newer release made is refused', () => {
  expect(() => pendingMigrations(migrations, 4)).toThrow(/format 4/);
});

test.each([
  ['control', controlMigrations],
  ['project', projectMigrations],
])('the migrations of the %s store are numbered without gaps', (_, list) => {
  expect(list.map(({ version }) => version)).toEqual(list.map((_each, index) => index + 1));
});
