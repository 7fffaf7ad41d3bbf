import type { StoreName } from '../../../src/database/database.ts';
import { openSqliteDatabase } from '../../../src/database/sqlite/open-sqlite-database.ts';
import { systemClock } from '../../../src/platform/clock.ts';
import { type Item, SampleTables } from '../../conformance/database/sample-tables.ts';

/** Pair `number` of a ledger is written to the store at `number % stores.length`. */
export function ledgerStores(count: number): readonly StoreName[] {
  return Array.from({ length: count }, (_, at): StoreName => `p_ledger${at}`);
}

export interface Audit {
  readonly lost: readonly number[];
  readonly torn: readonly number[];
  readonly integrity: string;
  /** Difference between the stored count and the number of rows. */
  readonly countError: number;
  readonly highest: number;
}

export async function auditLedger(directory: string, acknowledged: Iterable<number>, stores = 1): Promise<Audit> {
  const database = await openSqliteDatabase({ directory, clock: systemClock });
  try {
    const audits = [];
    for (const [at, store] of ledgerStores(stores).entries()) {
      const ofStore = [...acknowledged].filter((number) => number % stores === at);
      audits.push(await auditStore(new SampleTables(database, store), ofStore));
    }
    return {
      lost: audits.flatMap(({ lost }) => lost),
      torn: audits.flatMap(({ torn }) => torn),
      integrity: [...new Set(audits.map(({ integrity }) => integrity))].join('\n'),
      countError: audits.reduce((sum, { countError }) => sum + Math.abs(countError), 0),
      highest: Math.max(...audits.map(({ highest }) => highest)),
    };
  } finally {
    await database.close();
  }
}

async function auditStore(tables: SampleTables, acknowledged: readonly number[]): Promise<Audit> {
  const { database, store } = tables;
  const amounts = new Set<number>();
  for await (const { text } of database.pages(store, tables.exportAll('id'))) {
    for (const { amount } of JSON.parse(`[${text}]`) as Item[]) amounts.add(amount);
  }
  const { count } = await database.list(store, tables.listAll(0));
  const check = await database.query(store, { text: 'PRAGMA integrity_check', values: [] });
  const numbers = new Set([...amounts].map((amount) => Math.floor(amount / 2)));
  return {
    lost: acknowledged.filter((number) => !numbers.has(number)),
    torn: [...numbers].filter((number) => amounts.has(number * 2) !== amounts.has(number * 2 + 1)),
    integrity: String(check[0]?.['integrity_check']),
    countError: (count ?? 0) - amounts.size,
    highest: Math.max(-1, ...numbers),
  };
}
