import type { Stripe } from 'stripe';
import { ServiceError } from '../../../platform/errors.ts';
import type { Template, TemplateCall } from '../../functions/index.ts';
import { type Fields, type Problems, readPayload } from '../../integrations/index.ts';
import type { ProviderRow } from '../events/provider-rows.ts';
import type { PaymentsContext } from '../payments-context.ts';
import { getProviderTables } from '../provider-tables.ts';
import { withStripe } from '../stripe/stripe-client.ts';
import { applyAnswer } from './apply-answer.ts';
import { getRow } from './find-own-row.ts';
import { noteAction } from './note-action.ts';

interface Cancellation {
  readonly id: string;
  readonly isAtPeriodEnd: boolean;
}

/** `cancel_subscription {id, at_period_end? (true)}` → the subscription's row after the change */
export function createCancelSubscription(context: PaymentsContext): Template {
  return {
    name: 'cancel_subscription',
    description: 'Ends a subscription of the signed-in user, at the end of its period or at once.',
    isConnected: ({ store }) => context.integrations().isConnected(store, 'payments'),
    async prepare(call) {
      const userId = subscriberOf(call);
      const request = readPayload(call.payload, ['id', 'at_period_end'], readFields);
      const { subscriptions: table } = await getProviderTables(context, call.project);
      return await context.integrations().prepare(call, {
        kind: 'payments',
        ask: async ({ connection }, provider) => {
          const row = await getRow(context, call, { table, id: request.id, userId });
          if (hasEnded(row, request)) return row;
          const id = String(row['provider_subscription_id']);
          const answer = await withStripe(connection, provider, (stripe) => cancel(stripe, { id, request, call }));
          await applyAnswer(context, call.project, answer);
          noteAction(context, call, { action: 'subscription.cancel', target: request.id, details: detailsOf(request) });
          return await getRow(context, call, { table, id: request.id, userId });
        },
      });
    },
  };
}

/** Keys and the project's own functions act for every user; a signed-in user acts only for themselves, even within a function. */
function subscriberOf({ caller, isNested }: TemplateCall): string | undefined {
  if (caller.kind === 'user') return caller.user.id;
  if (caller.kind === 'secret' || isNested) return undefined;
  throw new ServiceError('not_authenticated', 'Sign in to end a subscription.');
}

function readFields({ id, at_period_end: isAtPeriodEnd = true }: Fields, problems: Problems): Cancellation {
  if (typeof id !== 'string' || id === '') problems['id'] = 'must be the id of a row of subscriptions';
  if (typeof isAtPeriodEnd !== 'boolean') problems['at_period_end'] = 'must be true or false';
  return { id: String(id), isAtPeriodEnd: isAtPeriodEnd === true };
}

function hasEnded(row: ProviderRow, { isAtPeriodEnd }: Cancellation): boolean {
  return row['status'] === 'canceled' || (isAtPeriodEnd && row['cancel_at_period_end'] === true);
}

function cancel(
  stripe: Stripe,
  { id, request, call }: { readonly id: string; readonly request: Cancellation; readonly call: TemplateCall },
): Promise<object> {
  const options = { idempotencyKey: call.repeatKey };
  return request.isAtPeriodEnd
    ? stripe.subscriptions.update(id, { cancel_at_period_end: true }, options)
    : stripe.subscriptions.cancel(id, {}, options);
}

function detailsOf({ isAtPeriodEnd }: Cancellation) {
  return { at_period_end: isAtPeriodEnd };
}
