import { Type } from 'typebox';
import { callerRoute, memberRoute, type Route } from '../../http/index.ts';
import { listPrices, pricesAnswer } from './checkout/list-prices.ts';
import { deleteTestRows } from './delete-test-rows.ts';
import { receiveEvent } from './events/receive-event.ts';
import type { PaymentsContext } from './payments-context.ts';
import { reconcileNow } from './reconcile/reconcile-now.ts';
import { simulateStory } from './simulate/simulate-story.ts';
import { STORY_NAMES } from './simulate/stories.ts';

const PROJECT = '/api/cloud/projects/:project_id/payments';

export function paymentRoutes(context: PaymentsContext): readonly Route[] {
  return [
    callerRoute({
      method: 'POST',
      path: '/api/baas/:project_id/payments/webhook/stripe',
      id: 'receiveStripeEvent',
      summary: 'Receives Stripe’s events; needs no key because they are signed',
      keyless: () => 'anonymous',
      ignoresSession: true,
      rate: 'signed',
      body: 'stream',
      documentedBody: Type.Unknown({
        description: 'An event of Stripe, at most 1 MiB, with the header Stripe-Signature.',
      }),
      responses: {
        200: Type.Object({
          data: Type.Object({ received: Type.Literal(true), applied: Type.Boolean() }),
          count: Type.Literal(1),
        }),
      },
      handle: (call) => receiveEvent(context, call),
    }),
    memberRoute({
      method: 'GET',
      path: `${PROJECT}/prices`,
      id: 'listPaymentPrices',
      summary: 'Lists the active prices that the payment provider has now',
      role: 'admin',
      responses: { 200: pricesAnswer },
      handle: (call) => listPrices(context, call),
    }),
    memberRoute({
      method: 'POST',
      path: `${PROJECT}/reconcile`,
      id: 'reconcilePayments',
      summary:
        'Fetches the payment provider’s events since a time, at most 30 days ago, and applies those that never arrived',
      role: 'admin',
      body: Type.Object({ since: Type.String({ description: 'An RFC 3339 time.' }) }),
      responses: {
        200: Type.Object({
          data: Type.Object({
            seen: Type.Integer({ description: 'The number of events the provider listed.' }),
            added: Type.Integer({ description: 'The number of rows.' }),
            changed: Type.Integer({ description: 'The number of rows.' }),
            is_complete: Type.Optional(Type.Literal(false)),
          }),
          count: Type.Literal(1),
        }),
      },
      handle: (call) => reconcileNow(context, call),
    }),
    memberRoute({
      method: 'POST',
      path: `${PROJECT}/simulate`,
      id: 'simulatePayments',
      summary:
        'Sends signed sample events to the project’s endpoint; needs a test mode key, except for test_event, which creates no row',
      role: 'admin',
      body: Type.Object({
        story: Type.Enum([...STORY_NAMES]),
        user_id: Type.Optional(
          Type.String({ minLength: 1, maxLength: 300, description: 'The id of the user who buys.' }),
        ),
      }),
      responses: {
        200: Type.Object({
          data: Type.Object({
            story: Type.String(),
            events: Type.Array(
              Type.Object({
                type: Type.String(),
                created: Type.String({ format: 'date-time' }),
                status: Type.Integer({ description: 'The status the endpoint answered with.' }),
              }),
            ),
          }),
          count: Type.Literal(1),
        }),
      },
      handle: (call) => simulateStory(context, call),
    }),
    memberRoute({
      method: 'DELETE',
      path: `${PROJECT}/test-rows`,
      id: 'deleteTestPayments',
      summary: "Deletes all rows of payments and subscriptions of the provider's test mode",
      role: 'admin',
      responses: { 200: Type.Object({ count: Type.Integer() }) },
      handle: (call) => deleteTestRows(context, call),
    }),
  ];
}
