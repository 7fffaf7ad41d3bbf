import type { ObjectFacts, ObjectKind, StatedFacts } from '../facts.ts';
import { textAt, textsAt } from './json-path.ts';
import { READERS } from './object-readers.ts';
import type { ProviderEvent } from './provider-event.ts';

export interface Observation {
  readonly id: string;
  readonly facts: ObjectFacts;
  readonly links: readonly { readonly id: string; readonly kind: ObjectKind }[];
  readonly subscriptionId: string | null;
}

const KINDS: Readonly<Record<string, ObjectKind>> = {
  'checkout.session': 'session',
  payment_intent: 'intent',
  charge: 'charge',
  refund: 'refund',
  dispute: 'dispute',
  invoice: 'invoice',
  invoice_payment: 'invoice_payment',
  subscription: 'subscription',
};

export function observeEvent(event: ProviderEvent): Observation | undefined {
  const { object } = event;
  const kind = KINDS[textAt(object, 'object') ?? ''];
  const id = textAt(object, 'id');
  if (kind === undefined || id === null) return undefined;
  const reading = READERS[kind](object, event);
  if (reading === undefined) return undefined;
  const { said = {}, rank = 0, links = [], paidAt = null, isTried = false } = reading;
  const whole: StatedFacts = {
    ...NOTHING,
    livemode: object['livemode'] === true,
    metadata: textsAt(object, 'metadata'),
    ...said,
  };
  return {
    id,
    facts: {
      kind,
      at: event.created,
      rank,
      event: event.id,
      said: whole,
      paid_at: paidAt,
      ...(isTried && { is_tried: true }),
    },
    links: links.flatMap(([linkKind, linkId]) => (linkId === null ? [] : [{ kind: linkKind, id: linkId }])),
    subscriptionId: kind === 'subscription' ? id : whole.subscription_id,
  };
}

const NOTHING: StatedFacts = {
  status: null,
  type: null,
  amount: null,
  refunded: null,
  currency: null,
  user_id: null,
  email: null,
  subscription_id: null,
  product_id: null,
  price_id: null,
  quantity: null,
  description: null,
  livemode: false,
  metadata: {},
  charge_id: null,
  pending_reason: null,
  plan: null,
};
