import { systemClock } from '../../../platform/clock.ts';
import { type Item, SampleTables } from '../../conformance/sample-tables.ts';
import type { StoreName } from '../../database.ts';
import { openSqliteDatabase } from '../open-sqlite-database.ts';

export const LEDGER_STORE: StoreName = 'p_ledger';

export interface Audit {
  readonly lost: readonly number[];
  readonly torn: readonly number[];
  readonly integrity: string;
  /** Difference between the stored count and the number of rows. */
  readonly countError: number;
  readonly highest: number;
}

export async function auditLedger(directory: string, acknowledged: Iterable<number>): Promise<Audit> {
  const database = await openSqliteDatabase({ directory, clock: systemClock });
  try {
    const tables = new SampleTables(database, LEDGER_STORE);
    const amounts = new Set<number>();
    for await (const { text } of database.pages(LEDGER_STORE, tables.exportAll('id'))) {
      for (const { amount } of JSON.parse(`[${text}]`) as Item[]) amounts.add(amount);
    }
    const { count } = await database.list(LEDGER_STORE, tables.listAll(0));
    const check = await database.query(LEDGER_STORE, { text: 'PRAGMA integrity_check', values: [] });
    const numbers = new Set([...amounts].map((amount) => Math.floor(amount / 2)));
    return {
      lost: [...acknowledged].filter((number) => !numbers.has(number)),
      torn: [...numbers].filter((number) => amounts.has(number * 2) !== amounts.has(number * 2 + 1)),
      integrity: String(check[0]?.['integrity_check']),
      countError: (count ?? 0) - amounts.size,
      highest: Math.max(-1, ...numbers),
    };
  } finally {
    await database.close();
  }
}
