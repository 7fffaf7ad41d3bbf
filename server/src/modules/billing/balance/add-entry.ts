import { isNotApplied } from '../../../database/index.ts';
import type { Answer, MemberCall } from '../../../http/index.ts';
import { isoTime } from '../../../platform/clock.ts';
import { validationFailed } from '../../../platform/errors.ts';
import { BALANCE_STEP, type Entry } from '../balance-store.ts';
import { type BillingContext, requireInstanceOperator } from '../billing-context.ts';

export interface NewEntry {
  readonly amount: number;
  readonly kind: string;
}

export async function addEntry(context: BillingContext, call: MemberCall<unknown, NewEntry>): Promise<Answer> {
  const { database, balances, ids, clock, audit } = context;
  const { project, operator, body } = call;
  requireInstanceOperator(operator);
  const { amount, kind } = body;
  if (amount === 0) throw validationFailed({ amount: 'must not be 0' });
  const nowMs = clock.now();
  const entry: Entry = { id: ids(), amount, kind, run_id: null, created_at: isoTime(nowMs) };
  try {
    await database.write(project.store, balances.entrySteps(entry, nowMs));
  } catch (error) {
    if (isNotApplied(error, BALANCE_STEP)) throw validationFailed({ amount: 'is more than the balance' });
    throw error;
  }
  const details = { amount, kind };
  await database.write('control', [audit.step(call, { project, action: 'billing.entry', target: entry.id, details })]);
  return { status: 201, body: { data: entry, count: 1 } };
}
