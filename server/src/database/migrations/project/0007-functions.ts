import type { Migration } from '../migration.ts';

/** Functions, their secrets, schedules and runs, and the published app. */
export const functions: Migration = {
  version: 7,
  name: 'functions',
  statements: () => [],
};
