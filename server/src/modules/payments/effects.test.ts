import { afterAll, beforeAll, describe, it } from 'vitest';
import {
  createTestClock,
  ENGINES,
  expectOutcome,
  expectRefusals,
  startTestServer,
  type TestProject,
  type TestServer,
} from '../../../test/index.ts';
import { BUYER, CHECKOUT, openShop, type Shop } from '../../../test/payment-shop.ts';
import { type ScriptedStripe, saleEvents, startStripe } from '../../../test/providers/index.ts';

describe.each(ENGINES)('the effects of routes of payments on %s', (engine) => {
  const clock = createTestClock();
  let stripe: ScriptedStripe;
  let open: { server: TestServer; project: TestProject };
  let shop: Shop;
  beforeAll(async () => {
    stripe = await startStripe();
    const server = await startTestServer({ engine, clock, config: { outboundAllow: ['127.0.0.0/8'] } });
    shop = await openShop(server, stripe, clock);
    open = { server, project: shop.project };
    // The first run schedules the daily clean-up job.
    await shop.call('process_payment', {});
    await open.project.cloudApi('/functions/process_payment/runs');
  });
  afterAll(async () => {
    await open?.server.close();
    await stripe?.[Symbol.asyncDispose]();
  });
  /** Sends the first events of a sale; returns the last answer. */
  const sell = async () => {
    const [session, intent] = saleEvents({ user: BUYER.id, name: 'w', at: Math.floor(clock.now() / 1000) });
    if (session === undefined || intent === undefined) throw new Error('A sale has two events.');
    await shop.send(session);
    return await shop.send(intent);
  };
  const send = (method: string, path: string, json?: object) => () =>
    open.project.cloudApi(`/payments${path}`, { method, ...(json && { json }) });

  it('a checkout records its run and the customer', () =>
    expectOutcome(
      open,
      async () => {
        const answer = await shop.call('process_payment', CHECKOUT);
        await open.project.cloudApi('/functions/process_payment/runs');
        return answer;
      },
      { status: 200, others: ['_function_runs', '_payment_customers'] },
    ));

  it('the events of a payment make its row', () =>
    expectOutcome(open, sell, {
      status: 200,
      rows: { payments: 1 },
      others: ['_payment_events', '_payment_objects', '_payment_state'],
    }));

  it('an event without a valid signature has none', () =>
    expectOutcome(open, () => shop.post('{}', 't=1,v1=00'), { status: 401 }));

  it('requests that are refused have none', () =>
    expectRefusals(open, send, [
      [400, 'POST', '/reconcile', { since: 'yesterday' }],
      [400, 'POST', '/simulate', { story: 'unknown' }],
    ]));

  it('deleting the rows of test mode deletes them with their facts', () =>
    expectOutcome(open, send('DELETE', '/test-rows'), {
      status: 200,
      rows: { payments: 1 },
      others: ['_payment_objects', 'control.audit'],
    }));
});
