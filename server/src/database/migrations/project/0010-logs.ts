import type { Migration } from '../migration.ts';

/** Kept for a few days. Times are ISO text; ids are in the order of writing. */
export const logs: Migration = {
  version: 10,
  name: 'logs',
  statements: ({ text, shortText, integer, number, uuid, keyed }) => [
    `CREATE TABLE _request_log (id ${uuid} PRIMARY KEY, at ${text} NOT NULL, request_id ${uuid} NOT NULL, method ${text} NOT NULL, path ${text} NOT NULL,
      status ${integer} NOT NULL, code ${text}, error ${text}, duration_ms ${number} NOT NULL, caller ${text}, ip ${text} NOT NULL, user_agent ${text},
      run_id ${uuid})${keyed}`,
    'CREATE INDEX _request_log_request ON _request_log (request_id)',
    `CREATE TABLE _function_log (id ${uuid} PRIMARY KEY, at ${text} NOT NULL, function ${text} NOT NULL, run_id ${uuid} NOT NULL, level ${text} NOT NULL,
      message ${text} NOT NULL)${keyed}`,
    'CREATE INDEX _function_log_of ON _function_log (function, id)',
    // Bytes written in each five minutes, so that the excess can be found without reading the logs.
    `CREATE TABLE _log_spans (source ${shortText} NOT NULL, span_ms ${integer} NOT NULL, bytes ${integer} NOT NULL, PRIMARY KEY (source, span_ms))${keyed}`,
  ],
};
