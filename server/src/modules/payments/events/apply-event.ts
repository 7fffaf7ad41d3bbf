import type { Project } from '../../../callers/index.ts';
import type { Step } from '../../../database/index.ts';
import { isDatabaseFailure, isNotApplied } from '../../../database/index.ts';
import { isoTime } from '../../../platform/clock.ts';
import { ServiceError } from '../../../platform/errors.ts';
import { STATE_STEP } from '../objects-store.ts';
import type { PaymentsContext } from '../payments-context.ts';
import { getProviderTables } from '../provider-tables.ts';
import { changeRows } from './change-rows.ts';
import { lookUpPayment } from './look-up-payment.ts';
import { mergeObjects } from './merge-objects.ts';
import { type Observation, observeEvent } from './observe-event.ts';
import { ownerOf } from './project-mark.ts';
import type { ProviderEvent } from './provider-event.ts';
import type { RowChange } from './provider-rows.ts';

const TRIES_MAX = 20;

/**
 * Merges the facts and recomputes dependent rows in one transaction that fails if anything changed since the read, so
 * rows do not depend on order, repetition or crashes. Undefined: applied before, or not this project's.
 */
export async function applyEvent(
  context: PaymentsContext,
  project: Project,
  event: ProviderEvent,
): Promise<readonly RowChange[] | undefined> {
  const observation = observeEvent(event);
  if (observation === undefined || isForeign(observation, project)) return undefined;
  const found = await lookUpPayment(context, project, observation);
  if (found === 'foreign') return undefined;
  if (found === 'untied') return await applyObservation(context, project, untied(observation), event);
  const changes: RowChange[] = [];
  for (const each of found.observations) changes.push(...((await applyObservation(context, project, each)) ?? []));
  const links = [...observation.links, ...found.links];
  const own = await applyObservation(context, project, { ...observation, links }, event);
  return own === undefined ? undefined : [...changes, ...own];
}

/** Keeps the refunded amount for the payment's own events, without which it makes no row. */
function untied(observation: Observation): Observation {
  return { ...observation, facts: { ...observation.facts, is_untied: true } };
}

export async function applyObservation(
  context: PaymentsContext,
  project: Project,
  observation: Observation,
  event?: ProviderEvent,
): Promise<readonly RowChange[] | undefined> {
  return await context.inTurn(project.store, () => applyInTurn(context, project, { event, observation }));
}

interface AppliedEvent {
  readonly event: ProviderEvent | undefined;
  readonly observation: Observation;
}

async function applyInTurn(
  context: PaymentsContext,
  project: Project,
  applying: AppliedEvent,
): Promise<readonly RowChange[] | undefined> {
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    const tables = await getProviderTables(context, project);
    const work = await planWork(context, project, { ...applying, tables });
    if (work === undefined) return undefined;
    try {
      await context.database.write(project.store, work.steps, { schemaVersion: tables.version });
      return work.changes;
    } catch (error) {
      if (isDatabaseFailure(error, 'stale_schema')) await context.tables.reload(project, tables.version);
      else if (!isNotApplied(error, STATE_STEP) && !isDatabaseFailure(error, 'unique_violation')) throw error;
    }
  }
  throw new ServiceError('overloaded', 'Too many payment events at once. Send it again.');
}

function isForeign(observation: Observation, { id }: Project): boolean {
  const owner = ownerOf(observation);
  return owner !== undefined && owner !== id;
}

interface EventWork {
  readonly steps: readonly Step[];
  readonly changes: readonly RowChange[];
}

async function planWork(
  context: PaymentsContext,
  project: Project,
  { event, observation, tables }: AppliedEvent & { readonly tables: Awaited<ReturnType<typeof getProviderTables>> },
): Promise<EventWork | undefined> {
  const { objects, clock } = context;
  // Read first, so that any later change makes the transaction fail.
  const revision = await objects.revision(project.store);
  if (event !== undefined && (await objects.applied(project.store, [event.id])).size > 0) return undefined;
  const merged = await mergeObjects(context, project, observation);
  const changes = await changeRows(context, { project, tables, merged });
  const steps = [
    objects.stateStep(revision),
    ...(event === undefined ? [] : [objects.eventStep(event, isoTime(clock.now()))]),
    ...merged.changed.map((object) => objects.saveStep(object)),
    ...changes.map(({ step }) => step),
  ];
  return { steps, changes };
}
