import type { Migration } from '../migration.ts';

export const projectMetrics: Migration = {
  version: 10,
  name: 'project metrics',
  statements: ({ text, integer, keyed }) => [
    // One process's counts in the five minutes from `slot_ms`; `latencies` is JSON text, bucket to count.
    `CREATE TABLE project_metrics (store ${text} NOT NULL, slot_ms ${integer} NOT NULL, node ${text} NOT NULL,
      requests ${integer} NOT NULL, errors ${integer} NOT NULL, runs ${integer} NOT NULL, runs_failed ${integer} NOT NULL,
      deliveries ${integer} NOT NULL, deliveries_failed ${integer} NOT NULL, storage_bytes ${integer} NOT NULL,
      latencies ${text} NOT NULL, PRIMARY KEY (store, slot_ms, node))${keyed}`,
    'CREATE INDEX project_metrics_slot ON project_metrics (slot_ms)',
  ],
};
