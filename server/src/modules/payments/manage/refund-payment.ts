import type { Stripe } from 'stripe';
import type { Table } from '../../../database/schema/index.ts';
import { ServiceError, validationFailed } from '../../../platform/errors.ts';
import type { Template, TemplateCall } from '../../functions/index.ts';
import {
  type Connection,
  type Fields,
  type Problems,
  type ProviderCall,
  readPayload,
} from '../../integrations/index.ts';
import { PROJECT_KEY } from '../events/project-mark.ts';
import type { ProviderRow } from '../events/provider-rows.ts';
import type { StoredObject } from '../objects-store.ts';
import type { PaymentsContext } from '../payments-context.ts';
import { getProviderTables } from '../provider-tables.ts';
import { withStripe } from '../stripe/stripe-client.ts';
import { refusalIn } from '../stripe/stripe-refusal.ts';
import { applyAnswer } from './apply-answer.ts';
import { getRow } from './find-own-row.ts';
import { noteAction } from './note-action.ts';

interface RefundRequest {
  readonly paymentId: string;
  /** Undefined: the whole remaining amount. */
  readonly amount: number | undefined;
  readonly reason: string | undefined;
}

/** The metadata key that names the call which made a refund. */
const CALL_KEY = 'service_call';
/** The provider's own reasons; any other reason goes into the refund's metadata. */
const REASONS = ['duplicate', 'fraudulent', 'requested_by_customer'] as const;
const REASON_MAX = 500;

/** `refund_payment {payment_id, amount?, reason?}` → the payment's row after the change */
export function createRefundPayment(context: PaymentsContext): Template {
  return {
    name: 'refund_payment',
    description: 'Refunds a payment, wholly or in part. For functions, secret keys and the console.',
    access: 'private',
    isConnected: ({ store }) => context.integrations().isConnected(store, 'payments'),
    async prepare(call) {
      // Applies regardless of the access that the owner chose: a buyer must never decide on a refund.
      if (call.caller.kind !== 'secret' && !call.isNested)
        throw new ServiceError('forbidden', 'Refunds are made by functions, secret keys and the console.');
      const request = readPayload(call.payload, ['payment_id', 'amount', 'reason'], readFields);
      const { payments: table } = await getProviderTables(context, call.project);
      return await context.integrations().prepare(call, {
        kind: 'payments',
        // Runs one refund after the other, so that concurrent refunds never exceed the payment.
        ask: ({ connection }, provider) =>
          context.inTurn(`refund ${call.project.store} ${request.paymentId}`, () =>
            refundOnce(context, { call, request, table, connection, provider }),
          ),
      });
    },
  };
}

interface RefundCall {
  readonly call: TemplateCall;
  readonly request: RefundRequest;
  readonly table: Table;
  readonly connection: Connection;
  readonly provider: ProviderCall;
}

async function refundOnce(
  context: PaymentsContext,
  { call, request, table, connection, provider }: RefundCall,
): Promise<ProviderRow> {
  const find = () => getRow(context, call, { table, id: request.paymentId, userId: undefined });
  const row = await find();
  const parts = await context.objects.ofPayments(call.project.store, [String(row['id'])]);
  // A process died before this call was answered, or the refund's event came first, so the row is already right.
  if (parts.some((part) => isRefundOf(part, call))) return row;
  const amount = requireRefundable(row, request);
  const target = targetOf(parts);
  const answer = await withStripe(connection, provider, (stripe) =>
    refund(stripe, { ...request, amount, target, call }),
  );
  const links = target === undefined ? [] : [target];
  await applyAnswer(context, call.project, { amount, status: 'succeeded', ...answer, object: 'refund' }, links);
  const details = { amount, currency: row['currency'], reason: request.reason ?? null };
  noteAction(context, call, { action: 'payment.refund', target: request.paymentId, details });
  return await find();
}

function readFields({ payment_id: paymentId, amount, reason }: Fields, problems: Problems): RefundRequest {
  if (typeof paymentId !== 'string' || paymentId === '') problems['payment_id'] = 'must be the id of a row of payments';
  const isWhole = amount == null || (Number.isSafeInteger(amount) && Number(amount) > 0);
  if (!isWhole) problems['amount'] = 'must be a whole number of minor units from 1';
  const isReason = reason == null || (typeof reason === 'string' && reason !== '' && reason.length <= REASON_MAX);
  if (!isReason) problems['reason'] = `must be text of at most ${REASON_MAX} characters`;
  return {
    paymentId: String(paymentId),
    amount: amount == null ? undefined : Number(amount),
    reason: reason == null ? undefined : String(reason),
  };
}

function requireRefundable(row: ProviderRow, { amount }: RefundRequest): number {
  const left = Number(row['amount']) - Number(row['amount_refunded']);
  const isPaid = ['succeeded', 'partially_refunded'].includes(String(row['status']));
  if (!isPaid || left <= 0)
    throw new ServiceError('conflict', `Nothing can be refunded: this payment is ${String(row['status'])}.`);
  if (amount !== undefined && amount > left)
    throw validationFailed({ amount: `is more than the ${left} that can still be refunded` });
  return amount ?? left;
}

type Target = { readonly kind: 'intent' | 'charge' | 'invoice'; readonly id: string };

function isRefundOf({ facts: { kind, said } }: StoredObject, { repeatKey }: TemplateCall): boolean {
  return kind === 'refund' && said?.metadata[CALL_KEY] === repeatKey;
}

function targetOf(parts: readonly StoredObject[]): Target | undefined {
  for (const kind of ['charge', 'intent', 'invoice'] as const) {
    const named = parts.filter(({ facts }) => facts.kind === kind);
    const found =
      named.find(({ facts }) => facts.said?.status === 'succeeded') ?? (kind === 'charge' ? undefined : named[0]);
    if (found !== undefined) return { kind, id: found.id };
  }
  return undefined;
}

interface Refunding extends RefundRequest {
  readonly amount: number;
  readonly target: Target | undefined;
  readonly call: TemplateCall;
}

async function refund(stripe: Stripe, { amount, reason, target, call }: Refunding): Promise<object> {
  const known = REASONS.find((each) => each === reason);
  try {
    return await stripe.refunds.create(
      {
        ...(await placeOf(stripe, target)),
        amount,
        ...(known !== undefined && { reason: known }),
        metadata: {
          [PROJECT_KEY]: call.project.id,
          [CALL_KEY]: call.repeatKey,
          ...(known === undefined && reason !== undefined && { reason }),
        },
      },
      { idempotencyKey: call.repeatKey },
    );
  } catch (error) {
    const refusal = refusalIn(error);
    if (refusal?.code === 'charge_already_refunded') throw new ServiceError('conflict', refusal.message);
    throw refusal?.param === 'amount' ? validationFailed({ amount: refusal.message }) : error;
  }
}

/** Looks the intent up, because newer versions of the API do not name it in the invoice. */
async function placeOf(stripe: Stripe, target: Target | undefined) {
  if (target?.kind === 'charge') return { charge: target.id };
  if (target?.kind === 'intent') return { payment_intent: target.id };
  const invoice = target?.id ?? '';
  const { data } = await stripe.invoicePayments.list({ invoice, status: 'paid', limit: 1 });
  const payment = data[0]?.payment;
  const intent = payment?.payment_intent ?? undefined;
  const charge = payment?.charge ?? undefined;
  if (intent !== undefined) return { payment_intent: typeof intent === 'string' ? intent : intent.id };
  if (charge !== undefined) return { charge: typeof charge === 'string' ? charge : charge.id };
  throw new ServiceError('conflict', 'Nothing can be refunded: the invoice was paid outside of the provider.');
}
