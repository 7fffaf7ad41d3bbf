import type { Database, StoreName } from '../../../database/index.ts';
import type { Clock } from '../../../platform/clock.ts';
import { inBackground } from '../../../platform/in-background.ts';
import type { Logger } from '../../../platform/logger.ts';
import { type DeliveryStates, SKIPPED_AT_ONCE } from './delivery-states.ts';
import type { DeliveryStore, WebhookWork } from './delivery-store.ts';
import type { AttemptOrder, AttemptOutcome } from './make-attempt.ts';
import { PollTimer } from './poll-timer.ts';
import { createRecorder, type Recorder, type RecorderContext } from './record-results.ts';
import type { ResultStore } from './result-store.ts';
import type { Shares } from './shares.ts';
import type { SharedLeasesContext, StoreLeases } from './store-leases.ts';
import { type QueueContext, WebhookQueue } from './webhook-queue.ts';

/** Wait before retrying a webhook whose lease another process holds. */
const HELD_ELSEWHERE_MS = 250;
/** How long an unresponsive database may keep the process from ending. */
const GIVE_UP_MS = 2000;

export interface SenderContext {
  readonly database: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly deliveries: DeliveryStore;
  readonly states: Pick<DeliveryStates, 'skipSomeStep'>;
  readonly results: ResultStore;
  readonly shares: Shares;
  readonly retryMs: readonly number[];
  readonly attempt: (order: AttemptOrder) => Promise<AttemptOutcome>;
  readonly switchOffSteps: (
    store: StoreName,
    ...rest: Parameters<RecorderContext['switchOffSteps']>
  ) => ReturnType<RecorderContext['switchOffSteps']>;
  readonly countDelivery: (store: StoreName, isFailed: boolean) => void;
  readonly createLeases: (context: Omit<SharedLeasesContext, 'leases' | 'terms'>) => StoreLeases;
  readonly onWebhooks: (store: StoreName) => void;
}

export class StoreSender {
  readonly #store: StoreName;
  readonly #context: SenderContext;
  readonly #queues = new Map<string, WebhookQueue>();
  readonly #timer: PollTimer;
  readonly #leases: StoreLeases;
  readonly #recorder: Recorder;
  readonly #abort = new AbortController();
  #waiters: (() => void)[] = [];
  /** Incremented with every record, so that a poll notices when its data is outdated. */
  #records = 0;
  #isClosing = false;

  constructor(store: StoreName, context: SenderContext) {
    this.#store = store;
    this.#context = context;
    const { database, clock, results, logger, switchOffSteps } = context;
    this.#timer = new PollTimer({
      clock,
      poll: () => this.#poll(),
      onPolled: () => this.#settle(),
      onError: (error) =>
        logger.warn({ store, err: { message: String(error) } }, 'Webhooks of a store could not be sent.'),
    });
    this.#leases = context.createLeases({
      store,
      holders: () => this.#queues.values(),
      isIdle: () => this.isIdle(),
      onRelease: () => this.#queues.clear(),
      onError: (error) => this.#timer.failed(error),
    });
    this.#recorder = createRecorder({
      database,
      store,
      results,
      logger,
      switchOffSteps: (...rest) => switchOffSteps(store, ...rest),
      onIdle: () => this.#settle(),
      onEnded: (isFailed) => context.countDelivery(store, isFailed),
    });
  }

  poll(): void {
    inBackground(() => this.#timer.poll());
  }

  markStale(): void {
    for (const queue of this.#queues.values()) queue.markStale();
    this.poll();
  }

  isIdle(): boolean {
    return this.#timer.isIdle() && this.#recorder.isIdle() && this.#queues.values().every((one) => one.isIdle());
  }

  isDone(): boolean {
    return this.isIdle() && this.nextAtMs() === undefined && !this.#leases.isReleasing();
  }

  isClosed(): boolean {
    return this.#isClosing;
  }

  nextAtMs(): number | undefined {
    return this.#timer.nextAtMs();
  }

  async whenPolled(): Promise<void> {
    await this.#timer.whenPolled();
  }

  async whenIdle(): Promise<void> {
    while (!this.isIdle() && !this.#isClosing) await this.#whenSettled();
  }

  /** Starts no more attempts. Waits up to `patienceMs` for running ones, then aborts them; they will be sent again. */
  async close(patienceMs: number): Promise<void> {
    this.#isClosing = true;
    this.#timer.close();
    const leases = this.#leases.close();
    for (const queue of this.#queues.values()) queue.close();
    const breakOff = setTimeout(() => this.#abort.abort(), patienceMs);
    const giveUp = setTimeout(() => this.#recorder.giveUp(), patienceMs + GIVE_UP_MS);
    while (this.#queues.values().some((queue) => queue.isUnderWay())) await this.#whenSettled();
    clearTimeout(breakOff);
    await this.#timer.whenPolled();
    await this.#recorder.whenIdle();
    clearTimeout(giveUp);
    // Leases that cannot be released expire.
    await leases.release().catch(() => undefined);
  }

  async drop(): Promise<void> {
    this.#recorder.giveUp();
    this.#abort.abort();
    await this.close(0);
  }

  async #poll(): Promise<void> {
    const { deliveries, clock, onWebhooks } = this.#context;
    const records = this.#records;
    const nowMs = clock.now();
    const webhooks = await deliveries.work(this.#store, nowMs);
    for (const webhook of webhooks) {
      if (webhook.enabled !== 1 && isPending(webhook)) await this.#skipAll(webhook.id);
      const queue = this.#queues.get(webhook.id);
      if (records === this.#records) queue?.updateCounter(webhook);
      queue?.update(webhook);
      if (webhook.later_ms !== null) this.#timer.pollAt(webhook.later_ms);
    }
    this.#forgetOthers(webhooks);
    const due = webhooks.filter((webhook) => isDue(webhook, nowMs));
    if (this.#isClosing) return;
    const queues = due.map((webhook) => this.#queues.get(webhook.id) ?? this.#open(webhook));
    await this.#leases.hold(queues);
    for (const queue of queues) this.#send(queue);
    if (webhooks.length > 0) onWebhooks(this.#store);
  }

  #send(queue: WebhookQueue): void {
    if (this.#isClosing) return;
    if (queue.heldLease() === undefined) this.#timer.pollIn(HELD_ELSEWHERE_MS);
    else queue.wake();
  }

  #open(webhook: WebhookWork): WebhookQueue {
    const { deliveries, shares, clock, retryMs, attempt } = this.#context;
    const context: QueueContext = {
      store: this.#store,
      deliveries,
      shares,
      clock,
      retryMs,
      attempt: (order) => attempt({ ...order, store: this.#store, signal: this.#abort.signal }),
      recorder: this.#recorder,
      signal: this.#abort.signal,
      poll: () => this.poll(),
      pollAt: (atMs) => this.#timer.pollAt(atMs),
      onRecord: () => {
        this.#records += 1;
      },
      onChange: () => this.#settle(),
      onError: (error) => this.#timer.failed(error),
    };
    const queue = new WebhookQueue(context, webhook);
    this.#queues.set(webhook.id, queue);
    return queue;
  }

  async #skipAll(webhookId: string): Promise<void> {
    const { database, states } = this.#context;
    for (let skipped = SKIPPED_AT_ONCE; skipped === SKIPPED_AT_ONCE && !this.#isClosing; ) {
      const { results } = await database.write(this.#store, [states.skipSomeStep(webhookId)]);
      const [result] = results;
      skipped = result?.kind === 'plain' ? result.touched : 0;
    }
  }

  #forgetOthers(webhooks: readonly WebhookWork[]): void {
    const known = new Set(webhooks.map(({ id }) => id));
    for (const [id, queue] of this.#queues) {
      if (known.has(id)) continue;
      queue.close();
      if (queue.isIdle()) this.#queues.delete(id);
    }
  }

  /** Called when a request or attempt has ended: polls for deliveries missed meanwhile, and resumes waiting callers. */
  #settle(): void {
    if (this.isIdle()) {
      const missed = [...this.#queues.values()].filter((queue) => queue.hasMissed());
      if (missed.length > 0) this.poll();
      else this.#leases.releaseSoon();
    }
    const waiters = this.#waiters;
    this.#waiters = [];
    for (const resolve of waiters) resolve();
  }

  #whenSettled(): Promise<void> {
    return new Promise((resolve) => this.#waiters.push(resolve));
  }
}

function isPending({ least_ms }: WebhookWork): boolean {
  return least_ms !== null;
}

function isDue({ least_ms }: WebhookWork, nowMs: number): boolean {
  return least_ms !== null && least_ms <= nowMs;
}
