import type { Project } from '../../../callers/index.ts';
import type { Step } from '../../../database/database.ts';
import { isDatabaseFailure, isNotApplied } from '../../../database/errors.ts';
import type { Table } from '../../../database/schema/index.ts';
import { isoTime } from '../../../platform/clock.ts';
import { ServiceError } from '../../../platform/errors.ts';
import { joinFacts, unheard } from '../facts.ts';
import { STATE_STEP, type StoredObject } from '../objects-store.ts';
import type { PaymentsContext } from '../payments-context.ts';
import { ensurePaymentsTable, paymentsTableOf } from '../payments-table.ts';
import { type Observation, observeEvent } from './observe-event.ts';
import { paymentOf } from './payment-of.ts';
import { paymentSteps, readPayments } from './payment-rows.ts';
import type { ProviderEvent } from './provider-event.ts';

const TRIES_MAX = 20;
/** Says for which project the service began a payment: an account of a provider may serve several. */
const PROJECT_KEY = 'service_project_id';

/**
 * Applies a verified event. What it tells is joined with what is known, and the row of its payment is made anew from all
 * of it, in one transaction that holds only if nothing was changed since it was read: so no order and no repetition of
 * events, and no death in between, makes another row. False: it had been applied, or tells nothing of a payment here.
 */
export async function applyEvent(context: PaymentsContext, project: Project, event: ProviderEvent): Promise<boolean> {
  const observation = observeEvent(event);
  if (observation === undefined || isForeign(observation, project)) return false;
  return await context.inTurn(project.store, () => applyObservation(context, project, { event, observation }));
}

async function applyObservation(
  context: PaymentsContext,
  project: Project,
  { event, observation }: Pick<Applying, 'event' | 'observation'>,
): Promise<boolean> {
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    const { version, table } = await tableOf(context, project);
    const steps = await stepsOf(context, { project, table, event, observation });
    if (steps === undefined) return false;
    try {
      await context.database.write(project.store, steps, { schemaVersion: version });
      return true;
    } catch (error) {
      if (isDatabaseFailure(error, 'stale_schema')) await context.tables.reload(project, version);
      else if (!isNotApplied(error, STATE_STEP) && !isDatabaseFailure(error, 'unique_violation')) throw error;
    }
  }
  throw new ServiceError('overloaded', 'Too many events of payments at once. Send it again.');
}

function isForeign({ facts }: Observation, { id }: Project): boolean {
  const owner = facts.said?.metadata[PROJECT_KEY];
  return owner !== undefined && owner !== id;
}

async function tableOf(context: PaymentsContext, project: Project): Promise<{ version: number; table: Table }> {
  const catalogue = await context.tables.catalogue(project);
  const table = paymentsTableOf(catalogue);
  if (table !== undefined) return { version: catalogue.version, table };
  await ensurePaymentsTable(context, project, { operator: { kind: 'service' } });
  const { version, ...made } = await context.tables.reload(project);
  const found = paymentsTableOf({ version, ...made });
  if (found === undefined) throw new Error('The table of payments was made a moment ago.');
  return { version, table: found };
}

interface Applying {
  readonly project: Project;
  readonly table: Table;
  readonly event: ProviderEvent;
  readonly observation: Observation;
}

/** Undefined when the event has been applied. */
async function stepsOf(context: PaymentsContext, applying: Applying): Promise<readonly Step[] | undefined> {
  const { objects, clock } = context;
  const { project, event, observation } = applying;
  // Read first: whatever changes from here on makes the transaction fail.
  const revision = await objects.revision(project.store);
  if ((await objects.applied(project.store, [event.id])).size > 0) return undefined;
  const { changed, payments } = await merge(context, project, observation);
  const rows = await rowSteps(context, applying, payments);
  return [
    objects.stateStep(revision),
    objects.eventStep(event, isoTime(clock.now())),
    ...changed.map((object) => objects.saveStep(object)),
    ...rows,
  ];
}

interface Merged {
  /** As they are to be stored. */
  readonly changed: readonly StoredObject[];
  /** The objects of every payment that may look different now, by the id of its row; none for one that was merged away. */
  readonly payments: ReadonlyMap<string, readonly StoredObject[]>;
}

/** Joins what was told with what is known: objects that turn out to belong together get one payment. */
async function merge(context: PaymentsContext, project: Project, told: Observation): Promise<Merged> {
  const { objects, ids } = context;
  const { store } = project;
  const named = [{ id: told.id, kind: told.facts.kind }, ...told.links];
  const known = await objects.byIds(store, [...new Set(named.map(({ id }) => id))]);
  const paymentIds = [...new Set(known.map(({ paymentId }) => paymentId))].toSorted();
  const paymentId = paymentIds[0] ?? ids();
  const all = new Map<string, StoredObject>();
  for (const object of await objects.ofPayments(store, paymentIds)) all.set(object.id, { ...object, paymentId });
  for (const { id, kind } of named) {
    if (!all.has(id)) all.set(id, { id, paymentId, subscriptionId: null, facts: unheard(kind) });
  }
  const before = all.get(told.id);
  all.set(told.id, {
    id: told.id,
    paymentId,
    subscriptionId: told.subscriptionId ?? before?.subscriptionId ?? null,
    facts: before === undefined ? told.facts : joinFacts(before.facts, told.facts),
  });
  const changed = [...all.values()];
  const payments = new Map<string, readonly StoredObject[]>(paymentIds.map((id) => [id, []]));
  payments.set(paymentId, changed);
  return {
    changed,
    payments: told.facts.kind === 'subscription' ? await withInvoices(context, project, told, payments) : payments,
  };
}

/** A subscription's facts count for every payment of it. */
async function withInvoices(
  { objects }: PaymentsContext,
  { store }: Project,
  { id }: Observation,
  payments: Merged['payments'],
): Promise<Merged['payments']> {
  const own = await objects.ofSubscription(store, id);
  const others = [...new Set(own.map(({ paymentId }) => paymentId))].filter((paymentId) => !payments.has(paymentId));
  const all = new Map(payments);
  for (const object of await objects.ofPayments(store, others))
    all.set(object.paymentId, [...(all.get(object.paymentId) ?? []), object]);
  return all;
}

async function rowSteps(
  context: PaymentsContext,
  { project, table, observation }: Applying,
  payments: Merged['payments'],
) {
  const before = await readPayments(context, project, table, [...payments.keys()]);
  const steps: Step[] = [];
  // Rows that were merged away go first: the one that stays may take the id that they had at the provider.
  for (const [id, parts] of [...payments].toSorted(([, a], [, b]) => a.length - b.length)) {
    const after = paymentOf([...parts, ...(await subscriptionsOf(context, project, { parts, observation }))]);
    steps.push(...paymentSteps(context, table, { id, before: before.get(id), after }));
  }
  return steps;
}

/** The subscription that the objects of a payment name, as it is known or was just told. */
async function subscriptionsOf(
  { objects }: PaymentsContext,
  { store }: Project,
  { parts, observation }: { parts: readonly StoredObject[]; observation: Observation },
): Promise<readonly Pick<StoredObject, 'id' | 'facts'>[]> {
  const named = new Set(parts.flatMap(({ subscriptionId }) => subscriptionId ?? []));
  const missing = [...named].filter((id) => !parts.some((part) => part.id === id));
  if (missing.length === 0) return [];
  const known = await objects.byIds(store, missing);
  if (!missing.includes(observation.id)) return known;
  const before = known.find(({ id }) => id === observation.id);
  const facts = before === undefined ? observation.facts : joinFacts(before.facts, observation.facts);
  return [...known.filter((each) => each !== before), { id: observation.id, facts }];
}
