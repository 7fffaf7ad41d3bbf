import type { StoreName } from '../../../database/index.ts';
import type { Balance, Entry } from '../balance-store.ts';
import type { BillingContext } from '../billing-context.ts';

const PAGE = 1000;

export type BillingRecord = { readonly entries: readonly Entry[] } | { readonly balance: Balance };

/** Copies the balance to an unused store. Archives hold none: a restored project must not bring money back. */
export async function carryOver(context: BillingContext, from: StoreName, to: StoreName): Promise<void> {
  for await (const record of saveBilling(context, from)) await loadBilling(context, to, record);
}

export async function* saveBilling(
  { balances, clock }: BillingContext,
  store: StoreName,
): AsyncGenerator<BillingRecord> {
  let after: string | undefined;
  for (;;) {
    const entries = await balances.entriesAfter(store, {}, { after, limit: PAGE });
    if (entries.length > 0) yield { entries };
    if (entries.length < PAGE) break;
    after = entries.at(-1)?.id;
  }
  const balance = await balances.read(store, clock.now());
  if (balance.full !== 0 || balance.balance !== 0 || balance.noticed !== 'empty') yield { balance };
}

export async function loadBilling(
  { database, balances }: BillingContext,
  store: StoreName,
  record: BillingRecord,
): Promise<void> {
  const step = 'entries' in record ? balances.copyEntriesStep(record.entries) : balances.copyStep(record.balance);
  await database.write(store, [step]);
}
