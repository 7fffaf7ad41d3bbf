import type { Project } from '../../../callers/index.ts';
import { emptyFacts, joinFacts } from '../facts.ts';
import type { StoredObject } from '../objects-store.ts';
import type { PaymentsContext } from '../payments-context.ts';
import type { Observation } from './observe-event.ts';

export interface MergedObjects {
  readonly changed: readonly StoredObject[];
  readonly observed: StoredObject;
  /** By the row's id; an empty list for a payment that was merged into another. */
  readonly payments: ReadonlyMap<string, readonly StoredObject[]>;
}

/** Merges an observation with the known objects. Objects that turn out to belong together get the same payment. */
export async function mergeObjects(
  context: PaymentsContext,
  project: Project,
  observation: Observation,
): Promise<MergedObjects> {
  const { objects, ids } = context;
  const { store } = project;
  const named = [{ id: observation.id, kind: observation.facts.kind }, ...observation.links];
  const known = await objects.byIds(store, [...new Set(named.map(({ id }) => id))]);
  const paymentIds = [...new Set(known.map(({ paymentId }) => paymentId))].toSorted();
  const paymentId = paymentIds[0] ?? ids();
  const all = new Map<string, StoredObject>();
  for (const object of await objects.ofPayments(store, paymentIds)) all.set(object.id, { ...object, paymentId });
  for (const { id, kind } of named) {
    if (!all.has(id)) all.set(id, { id, paymentId, subscriptionId: null, facts: emptyFacts(kind) });
  }
  const before = all.get(observation.id);
  const observed: StoredObject = {
    id: observation.id,
    paymentId,
    subscriptionId: observation.subscriptionId ?? before?.subscriptionId ?? null,
    facts: before === undefined ? observation.facts : joinFacts(before.facts, observation.facts),
  };
  all.set(observation.id, observed);
  const changed = [...all.values()];
  const payments = new Map<string, readonly StoredObject[]>(paymentIds.map((id) => [id, []]));
  payments.set(paymentId, changed);
  if (observation.facts.kind !== 'subscription') return { changed, observed, payments };
  return { changed, observed, payments: await withInvoices(context, project, { observation, payments }) };
}

/** Adds the subscription's other payments, because its facts count for each of them. */
async function withInvoices(
  { objects }: PaymentsContext,
  { store }: Project,
  { observation, payments }: { observation: Observation; payments: MergedObjects['payments'] },
): Promise<MergedObjects['payments']> {
  const own = await objects.ofSubscription(store, observation.id);
  const others = [...new Set(own.map(({ paymentId }) => paymentId))].filter((paymentId) => !payments.has(paymentId));
  const all = new Map(payments);
  for (const object of await objects.ofPayments(store, others))
    all.set(object.paymentId, [...(all.get(object.paymentId) ?? []), object]);
  return all;
}
