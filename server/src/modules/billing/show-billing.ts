import { isInstanceOperator } from '../../callers/index.ts';
import type { Answer, MemberCall } from '../../http/index.ts';
import { validationFailed } from '../../platform/errors.ts';
import { dayOf } from './balance/day-spending.ts';
import { type BillingContext, type Plan, requireInstanceOperator } from './billing-context.ts';

const ENTRIES_SHOWN = 100;

export async function showBilling(context: BillingContext, call: MemberCall): Promise<Answer> {
  return await billingOf(context, call, call.project.plan);
}

export async function changePlan(
  context: BillingContext,
  call: MemberCall<unknown, { readonly plan?: Plan }>,
): Promise<Answer> {
  const { project, body } = call;
  // A plan opens services that the installation pays for, so owners may not simply raise it.
  if (!context.ownersChangePlans) requireInstanceOperator(call.operator);
  if (body.plan === undefined) throw validationFailed({ plan: 'is required' });
  await context.setPlan(project, call, body.plan);
  return await billingOf(context, call, body.plan);
}

async function billingOf(context: BillingContext, call: MemberCall<unknown, unknown>, plan: Plan): Promise<Answer> {
  const { balances, prices, clock, currency, ownersChangePlans, aiPerDay } = context;
  const { project, operator, role } = call;
  const { store } = project;
  const [{ balance, held }, entries, count, list, spent] = await Promise.all([
    balances.read(store, clock.now()),
    balances.entries(store, {}, { limit: ENTRIES_SHOWN, offset: 0 }),
    balances.countEntries(store, {}),
    prices.all(),
    balances.spentSince(store, 'ai', dayOf(clock.now())),
  ]);
  const data = {
    plan,
    may_change_plan: role === 'owner' && (ownersChangePlans || isInstanceOperator(operator)),
    balance,
    currency,
    reserved: held,
    ai_today: { spent, limit: aiPerDay(project) },
    entries,
    entry_count: count,
    prices: list,
  };
  return { status: 200, body: { data, count: 1 } };
}
