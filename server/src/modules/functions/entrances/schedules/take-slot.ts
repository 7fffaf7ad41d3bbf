import type { Project } from '../../../../callers/index.ts';
import type { PlainStep } from '../../../../database/index.ts';
import { isDatabaseFailure, isNotApplied } from '../../../../database/index.ts';
import { PostponedJob } from '../../../../jobs/index.ts';
import { isoTime } from '../../../../platform/clock.ts';
import { nextTime } from '../../definitions/cron-schedule.ts';
import type { FunctionDefinition } from '../../definitions/function-definition.ts';
import type { FunctionsStore } from '../../definitions/functions-store.ts';
import type { ExecutionContext } from '../../execution/invocation/execution-context.ts';
import type { Invocation } from '../../execution/invocation/invocation.ts';
import { newRun } from '../../records/new-run.ts';
import type { SlotsStore } from './slots-store.ts';

const HOUR_MS = 60 * 60 * 1000;
/** How long taken slots are remembered: longer than a clock is ever set back. */
const REMEMBERED_MS = 48 * HOUR_MS;
const TRIES_MAX = 10;
const REPEAT_WAITS_MS = 5000;
const LIVENESS_WAITS_MS = 1000;

export interface Slot {
  readonly name: string;
  readonly slot: string;
  /** Starts at 1; higher numbers retry a failed run. */
  readonly attempt: number;
}

/** A run that this process, and no other, must make. */
export interface TakenSlot {
  readonly slot: Slot;
  readonly invocation: SlotInvocation;
}

export interface SlotContext extends ExecutionContext {
  readonly functionsStore: FunctionsStore;
  readonly slotsStore: SlotsStore;
  readonly planStep: (project: Project, slot: Slot, runAtMs: number) => Promise<PlainStep>;
  /** Steps that ensure the retries of a run even when this process dies. */
  readonly watchSteps: (invocation: SlotInvocation, slot: Slot) => Promise<readonly PlainStep[]>;
  /** Called when it is unknown whether the slot was taken. If it was, only this process can make the run. */
  readonly onUnanswered: (slot: TakenSlot) => void;
}

export type SlotInvocation = Invocation & { readonly runId: string };

/** One transaction takes the slot, records its run and schedules the next, so a crash leaves no slot half taken. */
export async function takeSlot(context: SlotContext, project: Project, slot: Slot): Promise<TakenSlot | undefined> {
  for (let attempt = 0; attempt < TRIES_MAX; attempt += 1) {
    const { definition } = await context.functionsStore.find(project.store, slot.name);
    if (definition === undefined || !isWanted(definition, slot)) return undefined;
    const set = await setWith(context, project, definition);
    const due = { ...slot, slot: timeToMakeUp(definition, slot, context.clock.now()) ?? slot.slot };
    const invocation = invocationOf(context, { project, set, definition }, due);
    try {
      return await take(context, invocation, due);
    } catch (error) {
      if (isNotApplied(error, 'slot')) return await skipTaken(context, invocation, slot);
      if (!isNotApplied(error, 'function')) throw error;
      // The function changed meanwhile, perhaps its schedule: read it again.
    }
  }
  throw new Error(`The function ${slot.name} changes too often to run.`);
}

/** The cached functions of the project, reloaded when the stored version differs: another process may have just deployed it. */
async function setWith({ sets }: SlotContext, { store }: Project, definition: FunctionDefinition) {
  const known = await sets.get(store);
  if (known.definitions.get(definition.name)?.versionId === definition.versionId) return known;
  sets.forget(store);
  return await sets.get(store);
}

function isWanted({ trigger, enabled, nextRunAt }: FunctionDefinition, { slot, attempt }: Slot): boolean {
  return trigger === 'scheduled' && enabled && (attempt > 1 || nextRunAt === slot);
}

/** Slots missed more than an hour ago are skipped; a single run makes up for all slots missed within the last hour. */
function timeToMakeUp({ schedule, timezone }: FunctionDefinition, slot: Slot, nowMs: number): string | undefined {
  if (schedule === null || !isMissed(slot, nowMs)) return undefined;
  const dueMs = nextTime({ pattern: schedule, timezone }, nowMs - HOUR_MS);
  return dueMs === undefined || dueMs > nowMs ? undefined : isoTime(dueMs);
}

function isMissed({ slot, attempt }: Slot, nowMs: number): boolean {
  return attempt === 1 && nowMs - Date.parse(slot) > HOUR_MS;
}

function invocationOf(
  { ids }: SlotContext,
  at: Pick<Invocation, 'project' | 'set' | 'definition'>,
  { slot, attempt }: Slot,
): SlotInvocation {
  const runId = ids();
  return {
    ...at,
    trigger: 'schedule',
    caller: { kind: 'anonymous' },
    causedBy: 'schedule',
    user: null,
    payload: JSON.stringify({ scheduled_for: slot, trigger: 'schedule' }),
    request: undefined,
    requestId: runId,
    runId,
    depth: 0,
    scheduledFor: slot,
    attempt,
    isAwaited: true,
  };
}

async function take(context: SlotContext, invocation: SlotInvocation, slot: Slot): Promise<TakenSlot | undefined> {
  const { database, clock, slotsStore } = context;
  const { project, definition } = invocation;
  const nowMs = clock.now();
  const isOver = isMissed(slot, nowMs);
  const isOverlapping = !isOver && (await isSkipped(context, invocation, slot));
  const run = newRun(context, invocation);
  if (isOverlapping) run.status = 'skipped';
  const key = slot.attempt === 1 ? slot.slot : `${slot.slot} ${slot.attempt}`;
  const steps = [
    slotsStore.takeStep({ function: definition.name, slot: key, run_id: run.id }),
    slotsStore.forgetStep(definition.name, isoTime(nowMs - REMEMBERED_MS)),
    ...(slot.attempt === 1 ? await nextSteps(context, invocation, slot) : []),
    ...(isOver ? [] : [context.runsStore.saveStep([run])]),
    ...(isOver || isOverlapping ? [] : await context.watchSteps(invocation, slot)),
  ];
  // Only failures of this transaction leave it unknown whether the slot was taken: nothing was written before.
  await database.write(project.store, steps).catch((error: unknown) => {
    if (isDatabaseFailure(error, 'unavailable')) context.onUnanswered({ slot, invocation });
    throw error;
  });
  return isOver || isOverlapping ? undefined : { slot, invocation };
}

/** Throws `PostponedJob` when it is too early to tell whether the slot may run. */
async function isSkipped(context: SlotContext, { project, definition }: SlotInvocation, slot: Slot): Promise<boolean> {
  const { runsStore, processes, clock } = context;
  const runners = await runsStore.scheduledRunners(project.store, definition.name, clock.now());
  const gone = new Set(await processes.gone(runners));
  const others = runners.filter((runner) => !gone.has(runner));
  if (others.length === 0) return false;
  if (slot.attempt > 1) throw new PostponedJob('The repeat waits for the end of another run.', REPEAT_WAITS_MS);
  const sinceDueMs = Math.max(0, clock.now() - Date.parse(slot.slot));
  // A process that died just before this slot is known to be gone only later, and its run must not cost the slot.
  if ((await processes.seen(others, sinceDueMs)).length > 0) return true;
  throw new PostponedJob('The process of the last run may have died.', LIVENESS_WAITS_MS);
}

/** The slot was taken before the clock was set back: advances the schedule without running anything again. */
async function skipTaken(context: SlotContext, invocation: Invocation, slot: Slot): Promise<undefined> {
  if (slot.attempt === 1) {
    await context.database
      .write(invocation.project.store, await nextSteps(context, invocation, slot))
      .catch((error: unknown) => {
        if (!isNotApplied(error, 'function')) throw error;
      });
  }
}

/** Moves the schedule to its next time after now: slots missed in between are not made up one by one. */
async function nextSteps(
  { functionsStore, clock, planStep }: SlotContext,
  { project, definition }: Invocation,
  { name, slot }: Slot,
): Promise<readonly PlainStep[]> {
  const { schedule, timezone } = definition;
  const afterMs = Math.max(clock.now(), Date.parse(slot));
  const nextMs = schedule === null ? undefined : nextTime({ pattern: schedule, timezone }, afterMs);
  const nextRunAt = nextMs === undefined ? null : isoTime(nextMs);
  const after: FunctionDefinition = { ...definition, nextRunAt, revision: definition.revision + 1 };
  const steps = [functionsStore.saveStep(definition, after)];
  if (nextMs === undefined || nextRunAt === null) return steps;
  return [...steps, await planStep(project, { name, slot: nextRunAt, attempt: 1 }, nextMs)];
}
