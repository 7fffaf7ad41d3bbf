import type { Migration } from '../migration.ts';

export const domainClaims: Migration = {
  version: 12,
  name: 'domain claims',
  statements: ({ text, integer, keyed }) => [
    // Any number of projects may claim a name; `app_domains` has the proven owner.
    `CREATE TABLE app_domain_claims (store ${text} NOT NULL, domain ${text} NOT NULL, claimed_at_ms ${integer} NOT NULL,
      PRIMARY KEY (store, domain))${keyed}`,
    'INSERT INTO app_domain_claims (store, domain, claimed_at_ms) SELECT store, domain, 0 FROM app_domains',
  ],
};
