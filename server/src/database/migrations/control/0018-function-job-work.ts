import type { Migration } from '../migration.ts';

export const functionJobWork: Migration = {
  version: 18,
  name: 'function job work',
  readableFrom: 15,
  statements: ({ text, integer, keyed }) => [
    // Stores whose functions have jobs that may be due, like `store_work` for the service's own jobs.
    `CREATE TABLE function_job_work (store ${text} PRIMARY KEY, noted_at ${integer} NOT NULL, due_at ${integer} NOT NULL, note_id ${text} NOT NULL)${keyed}`,
    'CREATE INDEX function_job_work_due ON function_job_work (due_at)',
  ],
};
