import type { Database, PlainStep, StoreName } from '../../../database/index.ts';
import { isDatabaseFailure } from '../../../database/index.ts';
import type { Logger } from '../../../platform/logger.ts';
import { afterAttempt, counterAfter, FAILURES_MAX, NO_CHANGE, type StreakChange } from './failure-streak.ts';
import type { Lease } from './lease.ts';
import { type FinishedAttempt, LEASE_STEP, type ResultStore } from './result-store.ts';

/** Results per transaction: enough to share its cost, few enough not to delay other writes of the project. */
const BATCH_MAX = 250;
const PAUSE_MS = 500;

export interface RecordedWebhook {
  readonly counter: number;
  /** ISO. Differs from the known value when another process changed the webhook. */
  readonly updatedAt: string;
}

/** An attempt that has ended, and the lease under which it was made. */
export interface LeasedAttempt extends FinishedAttempt {
  readonly lease: Lease | undefined;
}

export interface RecordingQueue {
  readonly webhookId: string;
  recordedCounter(): number;
  heldLease(): Lease | undefined;
  /** The lease has expired: even if there is a new one, another process may have sent the delivery again. */
  dropLate(finished: LeasedAttempt): void;
  recorded(finished: readonly LeasedAttempt[], webhook: RecordedWebhook | undefined): void;
  /** Called when another process has taken over the webhook or it was deleted: the results were not stored. */
  lost(finished: readonly LeasedAttempt[]): void;
}

export interface RecorderContext {
  readonly database: Database;
  readonly store: StoreName;
  readonly results: ResultStore;
  readonly logger: Logger;
  /** Further steps for the transaction in which a webhook's counter reaches its limit. */
  readonly switchOffSteps: (webhookId: string, last: FinishedAttempt) => Promise<readonly PlainStep[]>;
  readonly onIdle: () => void;
  readonly onEnded: (isFailed: boolean) => void;
}

export interface Recorder {
  add(queue: RecordingQueue, finished: LeasedAttempt): void;
  isIdle(): boolean;
  whenIdle(): Promise<void>;
  giveUp(): void;
}

interface Portion {
  readonly queue: RecordingQueue;
  readonly finished: LeasedAttempt[];
  change: StreakChange;
}

/** Writes attempt, delivery and counter in one transaction. Results that arrive during a write share the next one. */
export function createRecorder(context: RecorderContext): Recorder {
  let unwritten: { readonly queue: RecordingQueue; readonly finished: LeasedAttempt }[] = [];
  let running: Promise<void> | undefined;
  let isGivenUp = false;

  const run = async (): Promise<void> => {
    while (unwritten.length > 0) {
      const portions = takeBatch(unwritten.splice(0, BATCH_MAX));
      while (portions.size > 0 && !isGivenUp) {
        try {
          await write(context, portions);
          break;
        } catch (error) {
          if (dropLost(portions, error)) continue;
          context.logger.warn(
            { store: context.store, err: { message: String(error) } },
            'Results of webhooks are waiting to be stored.',
          );
          await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
        }
      }
    }
    running = undefined;
    context.onIdle();
  };

  return {
    add: (queue, finished) => {
      if (isGivenUp) return;
      unwritten.push({ queue, finished });
      running ??= run();
    },
    isIdle: () => running === undefined,
    whenIdle: async () => {
      while (running !== undefined) await running;
    },
    giveUp: () => {
      isGivenUp = true;
      unwritten = [];
    },
  };
}

type StorePortions = Map<string, Portion>;

function takeBatch(
  batch: readonly { readonly queue: RecordingQueue; readonly finished: LeasedAttempt }[],
): StorePortions {
  const portions: StorePortions = new Map();
  for (const { queue, finished } of batch) {
    if (finished.lease !== queue.heldLease()) {
      queue.dropLate(finished);
      continue;
    }
    const portion = portions.get(queue.webhookId) ?? { queue, finished: [], change: NO_CHANGE };
    portions.set(queue.webhookId, portion);
    portion.finished.push(finished);
    const { isSuccess } = finished.outcome;
    portion.change = afterAttempt(portion.change, { isSuccess, isAuto: finished.trigger === 'auto' });
  }
  return portions;
}

async function write(
  { database, store, results, ...context }: RecorderContext,
  portions: StorePortions,
): Promise<void> {
  const steps: PlainStep[] = [];
  const switchOffs: PlainStep[] = [];
  const counterAt = new Map<string, number>();
  for (const { queue, finished, change } of portions.values()) {
    const lease = queue.heldLease()?.renewal();
    const counter = queue.recordedCounter();
    if (lease !== undefined || counterAfter(counter, change) !== counter || change.failures > 0) {
      counterAt.set(queue.webhookId, steps.length);
      steps.push(results.counterStep({ webhookId: queue.webhookId, change, lease }));
    }
    for (const one of finished) steps.push(...results.attemptSteps(one));
    const last = finished.at(-1);
    if (last !== undefined && counterAfter(counter, change) >= FAILURES_MAX)
      switchOffs.push(...(await context.switchOffSteps(queue.webhookId, last)));
  }
  const written = await database.write(store, [...steps, ...switchOffs]);
  for (const { queue, finished } of portions.values()) {
    const result = written.results[counterAt.get(queue.webhookId) ?? -1];
    const row = result?.kind === 'plain' ? result.rows[0] : undefined;
    const { consecutive_failures: counter, updated_at: updatedAt } = row ?? {};
    for (const { state } of finished) if (state !== 'pending') context.onEnded(state === 'failed');
    queue.recorded(finished, row && { counter: Number(counter), updatedAt: String(updatedAt) });
  }
}

/** Drops the results of a webhook that was taken over or deleted, so that the others can be written. */
function dropLost(portions: StorePortions, error: unknown): boolean {
  if (!isDatabaseFailure(error, 'not_applied') || error.error.name?.startsWith(LEASE_STEP) !== true) return false;
  const webhookId = error.error.name.slice(LEASE_STEP.length);
  const portion = portions.get(webhookId);
  portions.delete(webhookId);
  portion?.queue.lost(portion.finished);
  return true;
}
