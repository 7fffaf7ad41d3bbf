import type { Project } from '../../../callers/index.ts';
import type { Condition } from '../../../database/filter/index.ts';
import { ServiceError } from '../../../platform/errors.ts';
import { columnOf, readRows } from '../events/provider-rows.ts';
import type { SubscriptionStatus } from '../facts.ts';
import type { PaymentsContext } from '../payments-context.ts';
import { getProviderTables } from '../provider-tables.ts';

/** The statuses of a subscription that continues, or would continue after a payment. */
const LIVE: readonly SubscriptionStatus[] = ['trialing', 'active', 'past_due', 'unpaid', 'paused'];
const LIVE_MAX = 1000;

interface WantedSubscription {
  readonly userId: string;
  readonly priceId: string;
  /** Asks the provider; called only if the user has other subscriptions. */
  findProduct(): Promise<string | undefined>;
}

export async function refuseSecondSubscription(
  context: PaymentsContext,
  project: Project,
  { userId, priceId, findProduct }: WantedSubscription,
): Promise<void> {
  const { subscriptions: table } = await getProviderTables(context, project);
  if (table === undefined) return;
  const equals = (name: string, op: 'eq' | 'in', values: readonly string[]): Condition => ({
    kind: 'compare',
    column: columnOf(table, name),
    op,
    values,
  });
  const filter: Condition = { kind: 'and', terms: [equals('user_id', 'eq', [userId]), equals('status', 'in', LIVE)] };
  const live = await readRows(context, project, table, { filter, limit: LIVE_MAX });
  if (live.length === 0) return;
  const product = live.some((row) => row['price_id'] === priceId) ? undefined : await findProduct();
  const isSecond = live.some(
    (row) => row['price_id'] === priceId || (product !== undefined && row['product_id'] === product),
  );
  if (isSecond) throw secondSubscription();
}

export function isLive(status: string): boolean {
  return LIVE.some((live) => live === status);
}

export function secondSubscription(): ServiceError {
  return new ServiceError('duplicate', 'You already have a subscription to this product.');
}
