import { afterAll, beforeAll, describe } from 'vitest';
import { describeConcurrency } from './concurrency.ts';
import { describeCounts } from './counts.ts';
import { describeExports } from './exports.ts';
import { describeFailures } from './failures.ts';
import { describeIdempotency } from './idempotency.ts';
import { describeJoinedInserts } from './joined-inserts.ts';
import { describeLists } from './lists.ts';
import type { NewTables, OpenedDatabase } from './opened-database.ts';
import { describeRepeatedLists } from './repeated-lists.ts';
import { SampleTables } from './sample-tables.ts';
import { describeSettlingCounts } from './settling-counts.ts';
import { describeStores } from './stores.ts';
import { describeTransactions } from './transactions.ts';

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
    describeRepeatedLists(newTables);
    describeIdempotency(newTables);
    describeJoinedInserts(newTables);
    describeExports(newTables);
    describeConcurrency(newTables);
    describeCounts(newTables);
    describeSettlingCounts(newTables);
    describeStores(newTables, open);
  });
}
