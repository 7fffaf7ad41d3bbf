import type { Project } from '../../callers/index.ts';
import type { Answer, MemberCall } from '../../http/index.ts';
import { validationFailed } from '../../platform/errors.ts';
import type { BillingContext, Plan } from './billing-context.ts';

/** More are in the list of entries. */
const ENTRIES_SHOWN = 100;

export async function showBilling(context: BillingContext, { project }: MemberCall): Promise<Answer> {
  return await billingOf(context, project, project.plan);
}

export async function changePlan(
  context: BillingContext,
  call: MemberCall<unknown, { readonly plan?: Plan }>,
): Promise<Answer> {
  const { project, body } = call;
  if (body.plan === undefined) throw validationFailed({ plan: 'is required' });
  await context.setPlan(project, call, body.plan);
  return await billingOf(context, project, body.plan);
}

async function billingOf({ balances, prices, clock }: BillingContext, { store }: Project, plan: Plan): Promise<Answer> {
  const [{ balance, held }, entries, count, list] = await Promise.all([
    balances.read(store, clock.now()),
    balances.entries(store, {}, { limit: ENTRIES_SHOWN, offset: 0 }),
    balances.countEntries(store, {}),
    prices.all(),
  ]);
  const data = { plan, balance, reserved: held, entries, entry_count: count, prices: list };
  return { status: 200, body: { data, count: 1 } };
}
