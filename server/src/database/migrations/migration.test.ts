import { expect, test } from 'vitest';
import { controlMigrations } from './control/index.ts';
import { formatOf, NEW_STORE, NewerFormat, pendingMigrations, readableFromOf } from './migration.ts';
import { projectMigrations } from './project/index.ts';

const migrations = [1, 2, 3].map((version) => ({
  version,
  name: `step ${version}`,
  readableFrom: version,
  statements: [],
}));
const versionsOf = (applied: number, readableFrom = applied) =>
  pendingMigrations(migrations, { applied, readableFrom }).map(({ version }) => version);

test('a store gets its missing migrations in order', () => {
  expect(versionsOf(0)).toEqual([1, 2, 3]);
  expect(versionsOf(2)).toEqual([3]);
  expect(versionsOf(3)).toEqual([]);
});

test('a store of a newer release is used only if that release declared it compatible', () => {
  expect(versionsOf(5, 3)).toEqual([]);
  expect(() => versionsOf(5, 4)).toThrow(NewerFormat);
  expect(() => versionsOf(4)).toThrow(/format 4/);
});

test('a store records the oldest compatible format, which is its own by default', () => {
  expect(formatOf([])).toEqual(NEW_STORE);
  expect(formatOf([['migration', 4]])).toEqual({ applied: 4, readableFrom: 4 });
  expect(
    formatOf([
      ['migration', 4],
      ['readable_from', 2],
      ['schema_version', 9],
    ]),
  ).toEqual({ applied: 4, readableFrom: 2 });
  expect(readableFromOf([...migrations, { version: 4, name: 'step 4', readableFrom: 2, statements: [] }])).toBe(3);
});

test.each([
  ['control', controlMigrations],
  ['project', projectMigrations],
])('the migrations of the %s store are numbered without gaps', (_, list) => {
  expect(list.map(({ version }) => version)).toEqual(list.map((_each, index) => index + 1));
});
