import type { StoreName } from '../../../database/database.ts';
import type { BillingContext } from '../billing-context.ts';

const PAGE = 1000;

/**
 * Copies a project's balance and entries to a store that is not in use yet. Archives never hold balances: restoring an earlier
 * state of a project must not bring money back.
 */
export async function carryOver(
  { database, balances, clock }: BillingContext,
  from: StoreName,
  to: StoreName,
): Promise<void> {
  let after: string | undefined;
  for (;;) {
    const page = await balances.entriesAfter(from, {}, { after, limit: PAGE });
    if (page.length > 0) await database.write(to, [balances.copyEntriesStep(page)]);
    if (page.length < PAGE) break;
    after = page.at(-1)?.id;
  }
  await database.write(to, [balances.copyStep(await balances.read(from, clock.now()))]);
}
