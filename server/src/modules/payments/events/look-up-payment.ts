import type { Stripe } from 'stripe';
import type { Project } from '../../../callers/index.ts';
import type { ObjectKind } from '../facts.ts';
import type { PaymentsContext } from '../payments-context.ts';
import { withStripe } from '../stripe/stripe-client.ts';
import { at, type Json } from './json-path.ts';
import { type Observation, observeEvent } from './observe-event.ts';
import { ownerOf } from './project-mark.ts';

/** Short, because the provider waits for the answer to its event. */
const LOOK_UP_MS = 3000;

/** Kinds of objects whose events are applied only if their payment belongs to the project. */
const OWNED_KINDS: readonly ObjectKind[] = ['session', 'intent', 'charge', 'invoice'];

interface FoundPayment {
  /** The provider's data on objects that no event has reported. */
  readonly observations: readonly Observation[];
  readonly links: Observation['links'];
}

const NOTHING: FoundPayment = { observations: [], links: [] };

/**
 * Asks the provider once about an event that names no payment of ours. A refund of an unknown payment, also when the
 * provider does not answer, is untied: it has no row until the payment is known.
 */
export async function lookUpPayment(
  context: PaymentsContext,
  project: Project,
  observation: Observation,
): Promise<FoundPayment | 'foreign' | 'untied'> {
  if (!isUnclear(observation) || (await isKnown(context, project, observation))) return NOTHING;
  const found = await askProvider(context, project, observation);
  if (found.observations.some((each) => isOfOther(each, project))) return 'foreign';
  const isOwn = found.observations.some((each) => ownerOf(each) === project.id);
  const isTied = isOwn || found.links.length > 0;
  if (!isOwn && isTakingBack(observation)) {
    context.logger.info(
      { project_id: project.id, object: observation.id },
      'A refund or dispute belongs to no payment here.',
    );
    context.countUntied();
    if (!isTied) return 'untied';
  }
  // The intent's own events decide, if it has neither our metadata nor an invoice.
  return isTied ? found : NOTHING;
}

/** A charge with a refund, too: the provider reports most refunds as a change of their charge. */
function isTakingBack({ facts: { kind, said } }: Observation): boolean {
  return kind === 'refund' || kind === 'dispute' || (kind === 'charge' && (said?.refunded ?? 0) > 0);
}

function isUnclear(observation: Observation): boolean {
  const { kind, said } = observation.facts;
  if (kind === 'refund' || kind === 'dispute') return true;
  if (kind !== 'intent' && kind !== 'charge') return false;
  return ownerOf(observation) === undefined && said?.user_id == null;
}

function isOfOther(observation: Observation, { id }: Project): boolean {
  const owner = ownerOf(observation);
  return owner !== undefined && owner !== id;
}

async function isKnown({ objects }: PaymentsContext, { store }: Project, { id, links }: Observation): Promise<boolean> {
  const known = await objects.byIds(store, [id, ...links.map((link) => link.id)]);
  const parts = await objects.ofPayments(store, [...new Set(known.map(({ paymentId }) => paymentId))]);
  return parts.some(
    ({ facts: { kind, said, is_untied } }) => said !== null && OWNED_KINDS.includes(kind) && is_untied !== true,
  );
}

async function askProvider(
  { integrations, logger }: PaymentsContext,
  project: Project,
  observation: Observation,
): Promise<FoundPayment> {
  const connection = await integrations().findConnection(project.store, 'payments');
  const intentId = idOf(observation, 'intent');
  if (connection === undefined || intentId === undefined) return NOTHING;
  try {
    return await integrations().ask(
      project,
      connection,
      (call) => withStripe(connection, call, (stripe) => findPayment(stripe, intentId, isTakingBack(observation))),
      { timeoutMs: LOOK_UP_MS },
    );
  } catch (error) {
    logger.warn({ err: error, project_id: project.id, object: observation.id }, 'The payment could not be looked up.');
    return NOTHING;
  }
}

function idOf({ id, facts, links }: Observation, kind: ObjectKind): string | undefined {
  return facts.kind === kind ? id : links.find((link) => link.kind === kind)?.id;
}

async function findPayment(stripe: Stripe, intentId: string, isIntentWanted: boolean): Promise<FoundPayment> {
  const intent = isIntentWanted ? observed(await stripe.paymentIntents.retrieve(intentId)) : undefined;
  const isMarked = intent !== undefined && ownerOf(intent) !== undefined;
  const invoice = isMarked ? undefined : await findInvoice(stripe, intentId);
  const observations = [intent, invoice].filter((each) => each !== undefined);
  return { observations, links: invoice === undefined ? [] : [{ kind: 'invoice', id: invoice.id }] };
}

/** Finds the invoice of a payment, because newer versions of the API do not name it in the intent. */
async function findInvoice(stripe: Stripe, intentId: string): Promise<Observation | undefined> {
  const payment = { type: 'payment_intent', payment_intent: intentId } as const;
  const { data } = await stripe.invoicePayments.list({ payment, expand: ['data.invoice'], limit: 1 });
  return observed(at(data, 0, 'invoice'));
}

/** Uses the object's time of creation, so that every event about it counts as newer. */
function observed(object: unknown): Observation | undefined {
  if (typeof object !== 'object' || object === null) return undefined;
  const created = at(object, 'created');
  return observeEvent({
    id: '',
    type: 'looked_up',
    created: Number.isSafeInteger(created) ? Number(created) : 0,
    object: object as Json,
  });
}
