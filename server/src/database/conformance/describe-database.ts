import { afterAll, beforeAll, describe } from 'vitest';
import type { Database } from '../database.ts';
import { describeConcurrency } from './concurrency.ts';
import { describeExports } from './exports.ts';
import { describeFailures } from './failures.ts';
import { describeIdempotency } from './idempotency.ts';
import { describeLists } from './lists.ts';
import { SampleTables } from './sample-tables.ts';
import { describeStores } from './stores.ts';
import { describeTransactions } from './transactions.ts';

export interface OpenedDatabase {
  readonly database: Database;
  /** Opens the same data again, after the first has been closed. */
  reopen(): Promise<Database>;
  /** Throws the data away; everything on it has been closed. */
  dispose(): Promise<void>;
}

/** Gives each test a new store with tables in a database that the whole suite shares. */
export type NewTables = () => Promise<SampleTables>;

/** What every engine must do, in the same words for all of them. */
export function describeDatabase(name: string, open: () => Promise<OpenedDatabase>): void {
  describe(name, () => {
    let opened: OpenedDatabase | undefined;
    beforeAll(async () => {
      opened = await open();
    });
    afterAll(async () => {
      await opened?.database.close();
      await opened?.dispose();
    });
    const newTables: NewTables = () => {
      if (opened === undefined) throw new Error('the database is not open');
      return new SampleTables(opened.database).create();
    };

    describeTransactions(newTables);
    describeFailures(newTables);
    describeLists(newTables);
    describeIdempotency(newTables);
    describeExports(newTables);
    describeConcurrency(newTables);
    describeStores(newTables, open);
  });
}
