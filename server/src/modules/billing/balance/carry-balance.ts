import type { Database, StoreName } from '../../../database/database.ts';
import { createSqlBuilder, fetchRows, plainStep } from '../../../database/kysely.ts';
import { inPieces } from '../../../platform/in-pieces.ts';

const ROWS_AT_ONCE = 200;

interface Tables {
  _balance: { id: number; balance: number; full_balance: number; noticed: string; revision: number };
  _balance_entries: { id: string; amount: number; kind: string; run_id: string | null; created_at: string };
  _balance_holds: { id: string; amount: number; kind: string; run_id: string; expires_at_ms: number };
}

/**
 * A project that gets another store keeps its balance with its entries, and what is set aside for calls under way: money
 * is no part of what an archive restores.
 */
export async function carryBalance(database: Database, from: StoreName, to: StoreName): Promise<void> {
  const db = createSqlBuilder<Tables>(database);
  const [balance] = await fetchRows(database, db.selectFrom('_balance').selectAll(), from);
  if (balance === undefined) return;
  const holds = await fetchRows(database, db.selectFrom('_balance_holds').selectAll(), from);
  let after = '';
  for (;;) {
    let page = db.selectFrom('_balance_entries').selectAll().orderBy('id').limit(ROWS_AT_ONCE);
    if (after !== '') page = page.where('id', '>', after);
    const entries = await fetchRows(database, page, from);
    if (entries.length === 0) break;
    await database.load(to, [plainStep(db.insertInto('_balance_entries').values(entries))]);
    after = entries.at(-1)?.id ?? '';
  }
  const { id: _id, ...state } = balance;
  await database.load(to, [
    plainStep(db.updateTable('_balance').set(state)),
    ...inPieces(holds, ROWS_AT_ONCE).map((piece) => plainStep(db.insertInto('_balance_holds').values(piece))),
  ]);
}
