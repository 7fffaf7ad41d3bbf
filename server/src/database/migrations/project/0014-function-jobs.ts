import type { Migration } from '../migration.ts';

/** Function runs that were scheduled for later. Times are ISO text unless a name ends with `_ms`. */
export const functionJobs: Migration = {
  version: 14,
  name: 'function jobs',
  readableFrom: 12,
  statements: ({ text, integer, uuid }) => [
    // `held_key`: no other job of the function may have it. `run_id`: the latest. `depth`: length of the chain.
    `CREATE TABLE _function_jobs (id ${uuid} PRIMARY KEY, function ${text} NOT NULL, state ${text} NOT NULL, due_at_ms ${integer} NOT NULL,
      attempt ${integer} NOT NULL, retries ${integer} NOT NULL, retries_left ${integer} NOT NULL, interruptions ${integer} NOT NULL,
      request_key ${text}, held_key ${text}, payload ${text}, ordered_by ${text} NOT NULL, caller_kind ${text} NOT NULL, user_id ${uuid}, depth ${integer} NOT NULL,
      created_at ${text} NOT NULL, started_at ${text}, ended_at ${text}, error ${text}, run_id ${uuid}, lease_owner ${text}, lease_until_ms ${integer} NOT NULL)`,
    "CREATE INDEX _function_jobs_due ON _function_jobs (due_at_ms, id) WHERE state = 'waiting'",
    "CREATE INDEX _function_jobs_running ON _function_jobs (lease_until_ms) WHERE state = 'running'",
    'CREATE INDEX _function_jobs_ended ON _function_jobs (ended_at) WHERE ended_at IS NOT NULL',
    'CREATE UNIQUE INDEX _function_jobs_key ON _function_jobs (function, held_key) WHERE held_key IS NOT NULL',
    'CREATE INDEX _function_jobs_of ON _function_jobs (function, id)',
    'CREATE INDEX _function_jobs_in ON _function_jobs (state, id)',
  ],
};
