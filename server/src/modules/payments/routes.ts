import { Type } from 'typebox';
import { callerRoute, memberRoute, type Route } from '../../http/index.ts';
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
      summary: 'Where Stripe sends its events; needs no key, they are signed',
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
      method: 'POST',
      path: `${PROJECT}/reconcile`,
      id: 'reconcilePayments',
      summary:
        'Asks the payment provider for its events since a time, at most 30 days ago, and applies those that never came',
      role: 'admin',
      body: Type.Object({ since: Type.String({ description: 'RFC 3339.' }) }),
      responses: {
        200: Type.Object({
          data: Type.Object({
            seen: Type.Integer({ description: 'Events that the provider listed.' }),
            added: Type.Integer({ description: 'Rows.' }),
            changed: Type.Integer({ description: 'Rows.' }),
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
        'Sends the signed events of a made-up story to the endpoint of the project, where its key is one of the test mode; the story test_event makes no row and goes with any key',
      role: 'admin',
      body: Type.Object({
        story: Type.Enum([...STORY_NAMES]),
        user_id: Type.Optional(Type.String({ minLength: 1, maxLength: 300, description: 'The buyer.' })),
      }),
      responses: {
        200: Type.Object({
          data: Type.Object({
            story: Type.String(),
            events: Type.Array(
              Type.Object({
                type: Type.String(),
                created: Type.String({ format: 'date-time' }),
                status: Type.Integer({ description: 'Of the answer of the endpoint.' }),
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
