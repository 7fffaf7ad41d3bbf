import type { Migration } from '../migration.ts';

/** Times are ISO text unless a name ends with `_ms`, flags are 0 or 1. */
export const functions: Migration = {
  version: 7,
  name: 'functions',
  statements: ({ text, integer, uuid, keyed }) => [
    // `revision` changes with every change of the row; `origin` is `api` or `deployment`.
    `CREATE TABLE _functions (name ${text} PRIMARY KEY, kind ${text} NOT NULL, access ${text} NOT NULL, schedule ${text}, timezone ${text} NOT NULL,
      timeout_ms ${integer}, retries ${integer} NOT NULL, description ${text}, enabled ${integer} NOT NULL, origin ${text} NOT NULL,
      version_id ${uuid} NOT NULL, version ${integer} NOT NULL, revision ${integer} NOT NULL, next_run_at ${text},
      created_at ${text} NOT NULL, updated_at ${text} NOT NULL, deployed_at ${text} NOT NULL)${keyed}`,
    // The code as deployed (`files` is JSON text: path to text) and as run: one module and its source map.
    `CREATE TABLE _function_versions (id ${uuid} PRIMARY KEY, function ${text} NOT NULL, number ${integer} NOT NULL, size_bytes ${integer} NOT NULL,
      created_at ${text} NOT NULL, files ${text} NOT NULL, module ${text} NOT NULL, source_map ${text} NOT NULL)`,
    'CREATE UNIQUE INDEX _function_versions_number ON _function_versions (function, number)',
    // Sealed with the master key for the project and the name.
    `CREATE TABLE _function_secrets (name ${text} PRIMARY KEY, sealed ${text} NOT NULL, updated_at ${text} NOT NULL)${keyed}`,
    // The process `owner` runs it, until `deadline_ms` at most. `payload`, `request` and `log` are JSON text.
    `CREATE TABLE _function_runs (id ${uuid} PRIMARY KEY, function ${text} NOT NULL, kind ${text} NOT NULL, status ${text} NOT NULL, caller ${text} NOT NULL,
      scheduled_for ${text}, attempt ${integer} NOT NULL, started_at ${text} NOT NULL, duration_ms ${integer}, owner ${text} NOT NULL, deadline_ms ${integer} NOT NULL,
      error ${text}, payload ${text}, request ${text}, log ${text} NOT NULL)`,
    'CREATE INDEX _function_runs_of ON _function_runs (function, id)',
    "CREATE INDEX _function_runs_running ON _function_runs (deadline_ms) WHERE status = 'running'",
    // Answers to calls with an idempotency key; `answer` is null while the first call runs.
    `CREATE TABLE _function_answers (request_key ${text} PRIMARY KEY, fingerprint ${text} NOT NULL, owner ${text} NOT NULL, lease_until_ms ${integer} NOT NULL,
      answer ${text}, expires_at_ms ${integer} NOT NULL)`,
    'CREATE INDEX _function_answers_expiry ON _function_answers (expires_at_ms)',
    // Scheduled times that a process has taken, so that none runs twice.
    `CREATE TABLE _function_slots (function ${text} NOT NULL, slot ${text} NOT NULL, run_id ${uuid} NOT NULL, PRIMARY KEY (function, slot))${keyed}`,
  ],
};
