import { Type } from 'typebox';
import { callerRoute, type Route } from '../../http/index.ts';
import { receiveEvent } from './events/receive-event.ts';
import type { PaymentsContext } from './payments-context.ts';

export function paymentRoutes(context: PaymentsContext): readonly Route[] {
  return [
    callerRoute({
      method: 'POST',
      path: '/api/baas/:project_id/payments/webhook/stripe',
      id: 'receiveStripeEvent',
      summary: 'Where Stripe sends its events; needs no key, they are signed',
      keyless: () => 'anonymous',
      ignoresSession: true,
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
  ];
}
