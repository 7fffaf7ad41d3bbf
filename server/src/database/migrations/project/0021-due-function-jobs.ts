import type { Migration } from '../migration.ts';

/** SQLite prefers `(state, id)` to a partial index, and then sorts all waiting jobs whenever it starts one. */
export const dueFunctionJobs: Migration = {
  version: 21,
  name: 'due function jobs',
  readableFrom: 12,
  statements: () => [
    'DROP INDEX _function_jobs_due',
    'DROP INDEX _function_jobs_running',
    'CREATE INDEX _function_jobs_due ON _function_jobs (state, due_at_ms, id)',
  ],
};
