import type { Answer, OperatorCall } from '../../http/index.ts';
import { isoTime } from '../../platform/clock.ts';
import { validationFailed } from '../../platform/errors.ts';
import { type BillingContext, requireInstanceOperator } from './billing-context.ts';
import { PRICES_SUBJECT, type Prices } from './price-list.ts';

export async function showPrices({ prices, currency }: BillingContext): Promise<Answer> {
  return { status: 200, body: { data: { ...(await prices.all()), currency }, count: 1 } };
}

export async function changePrices(
  context: BillingContext,
  call: OperatorCall<unknown, Partial<Prices>>,
): Promise<Answer> {
  const { database, audit, feed, prices, clock } = context;
  requireInstanceOperator(call.operator);
  if (Object.keys(call.body).length === 0) throw validationFailed({ body: 'must change something' });
  await database.write('control', [
    ...prices.setSteps(call.body, isoTime(clock.now())),
    audit.step(call, { action: 'prices.update', target: 'prices', details: call.body }),
    ...feed.steps(PRICES_SUBJECT),
  ]);
  return await showPrices(context);
}
