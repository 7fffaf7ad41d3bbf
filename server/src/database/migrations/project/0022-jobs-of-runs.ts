import type { Migration } from '../migration.ts';

export const jobsOfRuns: Migration = {
  version: 22,
  name: 'jobs of runs',
  readableFrom: 12,
  // The job that a run with the trigger `later` performs.
  statements: ({ uuid }) => [`ALTER TABLE _function_runs ADD COLUMN job_id ${uuid}`],
};
