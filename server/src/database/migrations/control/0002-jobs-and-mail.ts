import { jobTables } from '../job-tables.ts';
import type { Migration } from '../migration.ts';

export const jobsAndMail: Migration = {
  version: 2,
  name: 'jobs and mail',
  statements: (syntax) => {
    const { text, integer, keyed } = syntax;
    return [
      ...jobTables(syntax),
      // Stores that may have jobs; `noted_at` is in milliseconds.
      `CREATE TABLE store_work (store ${text} PRIMARY KEY, noted_at ${integer} NOT NULL)${keyed}`,
      // Development mode: mails that would have been sent.
      `CREATE TABLE mailbox (id ${text} PRIMARY KEY, recipient ${text} NOT NULL, sender ${text} NOT NULL, reply_to ${text},
        subject ${text} NOT NULL, body_text ${text} NOT NULL, body_html ${text}, created_at ${text} NOT NULL)${keyed}`,
    ];
  },
};
