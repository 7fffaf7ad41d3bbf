import type { Migration } from '../migration.ts';

/** Times are ISO text unless a name ends with `_ms` or `_s`. */
export const integrations: Migration = {
  version: 9,
  name: 'integrations',
  statements: ({ text, integer, uuid, keyed }) => [
    // `options` is JSON text; `sealed` holds the credentials as JSON text, bound to the project and the kind.
    `CREATE TABLE _integrations (kind ${text} PRIMARY KEY, provider ${text} NOT NULL, options ${text} NOT NULL, sealed ${text} NOT NULL,
      created_at ${text} NOT NULL, updated_at ${text} NOT NULL)${keyed}`,
    // The owner's settings for built-in functions; without a row they have their defaults.
    `CREATE TABLE _function_templates (name ${text} PRIMARY KEY, access ${text} NOT NULL, enabled ${integer} NOT NULL,
      created_at ${text} NOT NULL, updated_at ${text} NOT NULL)${keyed}`,
    // One row. `full_balance`: after the last top-up; `noticed`: the lowest level of which the owners were notified.
    // A change of the balance or a hold updates `revision` first, so that no two are based on the same state.
    `CREATE TABLE _balance (id ${integer} PRIMARY KEY, balance ${integer} NOT NULL, full_balance ${integer} NOT NULL,
      noticed ${text} NOT NULL, revision ${integer} NOT NULL)`,
    "INSERT INTO _balance (id, balance, full_balance, noticed, revision) VALUES (1, 0, 0, 'empty', 0)",
    `CREATE TABLE _balance_entries (id ${uuid} PRIMARY KEY, amount ${integer} NOT NULL, kind ${text} NOT NULL, run_id ${uuid},
      created_at ${text} NOT NULL)${keyed}`,
    // Amounts reserved for running calls.
    `CREATE TABLE _balance_holds (id ${uuid} PRIMARY KEY, amount ${integer} NOT NULL, kind ${text} NOT NULL, run_id ${uuid} NOT NULL,
      expires_at_ms ${integer} NOT NULL)${keyed}`,
    // Events of payment providers that have been applied.
    `CREATE TABLE _payment_events (id ${text} PRIMARY KEY, type ${text} NOT NULL, created_s ${integer} NOT NULL, received_at ${text} NOT NULL)${keyed}`,
    'CREATE INDEX _payment_events_received ON _payment_events (received_at)',
    // Known objects of a provider; those of one payment share a `payment_id`, the id of its row. `facts` is JSON text.
    `CREATE TABLE _payment_objects (id ${text} PRIMARY KEY, payment_id ${uuid} NOT NULL, subscription_id ${text}, facts ${text} NOT NULL)${keyed}`,
    'CREATE INDEX _payment_objects_payment ON _payment_objects (payment_id)',
    'CREATE INDEX _payment_objects_subscription ON _payment_objects (subscription_id)',
    // One row: changes with every applied event, so that no two are applied to the same state.
    `CREATE TABLE _payment_state (id ${integer} PRIMARY KEY, revision ${integer} NOT NULL)`,
    'INSERT INTO _payment_state (id, revision) VALUES (1, 0)',
  ],
};
