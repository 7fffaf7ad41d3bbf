import type { Database, StoreName } from '../../../database/database.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Logger } from '../../../platform/logger.ts';
import { type DeliveryStore, SKIPPED_AT_ONCE, type WebhookWork } from './delivery-store.ts';
import { HeldLease, type LeaseTerms } from './lease.ts';
import type { AttemptOrder, AttemptOutcome } from './make-attempt.ts';
import { createRecorder, type Recorder, type RecorderContext } from './record-results.ts';
import type { ResultStore } from './result-store.ts';
import type { Shares } from './shares.ts';
import { type QueueContext, WebhookQueue } from './webhook-queue.ts';

/** How soon a webhook is tried again that another process holds, or that could not be looked at. */
const HELD_ELSEWHERE_MS = 250;
const FAILED_MS = 1000;
/** Well before the end of a lease, so that one renewal may fail. */
const RENEW_EVERY_MS = 2500;
/** However many hints come, the store is not asked more often than this. */
const POLL_GAP_MS = 20;
/** How long leases are kept when there is nothing to send: what comes soon costs no new one. */
const IDLE_LEASE_MS = 250;
/** How long a database that does not answer keeps a process from ending. */
const GIVE_UP_MS = 2000;
const TIMER_MS_MAX = 60_000;

export interface SenderContext {
  readonly database: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly deliveries: DeliveryStore;
  readonly results: ResultStore;
  readonly shares: Shares;
  readonly retryMs: readonly number[];
  readonly attempt: (order: AttemptOrder) => Promise<AttemptOutcome>;
  readonly switchOffSteps: (
    store: StoreName,
    ...rest: Parameters<RecorderContext['switchOffSteps']>
  ) => ReturnType<RecorderContext['switchOffSteps']>;
  readonly countDelivery: (store: StoreName, isFailed: boolean) => void;
  /** Undefined where no other process has the database. */
  readonly leases: LeaseTerms | undefined;
  /** A look has found webhooks. */
  readonly onWebhooks: (store: StoreName) => void;
}

/** Sends what waits in one project: looks at its webhooks when told to or when something is due, and has a queue for each. */
export class StoreSender {
  readonly #store: StoreName;
  readonly #context: SenderContext;
  readonly #queues = new Map<string, WebhookQueue>();
  readonly #recorder: Recorder;
  readonly #abort = new AbortController();
  #waiters: (() => void)[] = [];
  #polling: Promise<void> | undefined;
  #mustPollAgain = false;
  #polledAt = Number.NEGATIVE_INFINITY;
  /** A look that was asked for too soon after the last one. */
  #pausing: NodeJS.Timeout | undefined;
  #timer: NodeJS.Timeout | undefined;
  #timerAtMs = Number.POSITIVE_INFINITY;
  #releasing: NodeJS.Timeout | undefined;
  /** Runs while a lease is held. */
  #renewing: NodeJS.Timeout | undefined;
  /** Grows with every record, so that a look that was overtaken by one is noticed. */
  #records = 0;
  #isClosing = false;

  constructor(store: StoreName, context: SenderContext) {
    this.#store = store;
    this.#context = context;
    const { database, results, logger, switchOffSteps } = context;
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

  /** There may be something to send. */
  poll(): void {
    if (this.#isClosing) return;
    if (this.#polling !== undefined) {
      this.#mustPollAgain = true;
      return;
    }
    if (this.#pausing !== undefined) return;
    const waitMs = this.#polledAt + POLL_GAP_MS - performance.now();
    if (waitMs > 0) {
      this.#pausing = setTimeout(() => {
        this.#pausing = undefined;
        this.poll();
      }, waitMs).unref();
      return;
    }
    this.#polling = this.#pollNow().finally(() => {
      this.#polling = undefined;
      this.#polledAt = performance.now();
      if (this.#mustPollAgain) {
        this.#mustPollAgain = false;
        this.poll();
      }
      this.#settle();
    });
  }

  /** A webhook was changed. */
  markStale(): void {
    for (const queue of this.#queues.values()) queue.markStale();
    this.poll();
  }

  isIdle(): boolean {
    return this.#polling === undefined && this.#pausing === undefined && !this.#isBusy();
  }

  /** Nothing waits, for now or for later. */
  isDone(): boolean {
    return this.isIdle() && this.#timer === undefined && this.#releasing === undefined;
  }

  /** When something will be due, as far as is known; undefined when nothing waits. */
  nextAtMs(): number | undefined {
    return this.#timer === undefined ? undefined : this.#timerAtMs;
  }

  async whenPolled(): Promise<void> {
    await this.#polling;
  }

  async whenIdle(): Promise<void> {
    while (!this.isIdle() && !this.#isClosing) await new Promise<void>((resolve) => this.#waiters.push(resolve));
  }

  /** Starts nothing more. Waits so long for what is under way, then breaks it off; it will be sent again. */
  async close(patienceMs: number): Promise<void> {
    this.#isClosing = true;
    for (const timer of [this.#timer, this.#pausing, this.#releasing]) clearTimeout(timer);
    clearInterval(this.#renewing);
    const held = this.#heldIds();
    for (const queue of this.#queues.values()) queue.close();
    const breakOff = setTimeout(() => this.#abort.abort(), patienceMs);
    const giveUp = setTimeout(() => this.#recorder.giveUp(), patienceMs + GIVE_UP_MS);
    while ([...this.#queues.values()].some((queue) => queue.isUnderWay()))
      await new Promise<void>((resolve) => this.#waiters.push(resolve));
    clearTimeout(breakOff);
    await this.#polling;
    await this.#recorder.whenIdle();
    clearTimeout(giveUp);
    await this.#release(held).catch(() => undefined);
  }

  /** The project is gone: so are its results. */
  async drop(): Promise<void> {
    this.#recorder.giveUp();
    this.#abort.abort();
    await this.close(0);
  }

  #isBusy(): boolean {
    if (!this.#recorder.isIdle()) return true;
    for (const queue of this.#queues.values()) if (!queue.isIdle()) return true;
    return false;
  }

  async #pollNow(): Promise<void> {
    try {
      await this.#pollWebhooks();
    } catch (error) {
      this.#failed(error);
    }
  }

  async #pollWebhooks(): Promise<void> {
    const { deliveries, clock, leases } = this.#context;
    const records = this.#records;
    const nowMs = clock.now();
    const webhooks = await deliveries.work(this.#store, nowMs);
    for (const webhook of webhooks) {
      if (webhook.enabled !== 1 && isPending(webhook)) await this.#skipAll(webhook.id);
      this.#queues.get(webhook.id)?.update(webhook, records === this.#records);
      if (webhook.later_ms !== null) this.#pollAt(webhook.later_ms);
    }
    this.#forgetOthers(webhooks);
    const due = webhooks.filter((webhook) => isDue(webhook, nowMs));
    if (this.#isClosing) return;
    const queues = due.map((webhook) => this.#queues.get(webhook.id) ?? this.#open(webhook));
    if (leases !== undefined) await this.#hold(queues, leases);
    for (const queue of queues) this.#send(queue);
    if (webhooks.length > 0) this.#context.onWebhooks(this.#store);
  }

  #send(queue: WebhookQueue): void {
    if (this.#isClosing) return;
    if (this.#context.leases === undefined || queue.heldLease() !== undefined) queue.wake();
    else this.#pollAt(this.#context.clock.now() + HELD_ELSEWHERE_MS);
  }

  #open(webhook: WebhookWork): WebhookQueue {
    const { deliveries, shares, clock, retryMs, attempt, leases } = this.#context;
    const context: QueueContext = {
      store: this.#store,
      deliveries,
      shares,
      clock,
      retryMs,
      attempt: (order) => attempt({ ...order, store: this.#store, signal: this.#abort.signal }),
      recorder: this.#recorder,
      signal: this.#abort.signal,
      isLeased: leases !== undefined,
      poll: (atMs) => (atMs === undefined ? this.poll() : this.#pollAt(atMs)),
      onRecord: () => {
        this.#records += 1;
      },
      onChange: () => this.#settle(),
      onError: (error) => this.#failed(error),
    };
    const queue = new WebhookQueue(context, webhook);
    this.#queues.set(webhook.id, queue);
    return queue;
  }

  /** Asks for the leases that are missing or will soon be over. */
  async #hold(queues: readonly WebhookQueue[], terms: LeaseTerms): Promise<void> {
    const wanted = queues.filter((queue) => queue.heldLease()?.isShort() !== false);
    if (wanted.length === 0) return;
    const askedAt = performance.now();
    const webhookIds = wanted.map(({ webhookId }) => webhookId);
    const held = new Set(await this.#context.deliveries.lease(this.#store, { ...terms, webhookIds }));
    for (const queue of wanted) {
      const known = queue.heldLease();
      if (!held.has(queue.webhookId)) queue.holdLease(undefined);
      else if (known === undefined || known.isOver()) queue.holdLease(new HeldLease(terms, askedAt));
      else known.renewed(askedAt);
    }
    if (held.size > 0) this.#renewing ??= setInterval(() => this.#renew(terms), RENEW_EVERY_MS).unref();
  }

  /** Attempts may last longer than a lease. */
  #renew(terms: LeaseTerms): void {
    const held = [...this.#queues.values()].filter((queue) => queue.heldLease() !== undefined);
    if (held.length === 0) {
      clearInterval(this.#renewing);
      this.#renewing = undefined;
      return;
    }
    this.#hold(held, terms).catch((error: unknown) => this.#failed(error));
  }

  async #skipAll(webhookId: string): Promise<void> {
    for (let skipped = SKIPPED_AT_ONCE; skipped === SKIPPED_AT_ONCE && !this.#isClosing; ) {
      skipped = await this.#context.deliveries.skipSome(this.#store, webhookId);
    }
  }

  /** Queues of deleted webhooks, and of those that have nothing to do. */
  #forgetOthers(webhooks: readonly WebhookWork[]): void {
    const known = new Set(webhooks.map(({ id }) => id));
    for (const [id, queue] of this.#queues) {
      if (known.has(id)) continue;
      queue.close();
      if (queue.isIdle()) this.#queues.delete(id);
    }
  }

  #failed(error: unknown): void {
    if (this.#isClosing) return;
    this.#context.logger.warn({ store: this.#store, err: { message: String(error) } }, 'Webhooks could not be sent.');
    this.#pollAt(this.#context.clock.now() + FAILED_MS);
  }

  /** The earliest of the times that were asked for counts. */
  #pollAt(atMs: number): void {
    if (this.#isClosing || atMs >= this.#timerAtMs) return;
    clearTimeout(this.#timer);
    this.#timerAtMs = atMs;
    const delayMs = Math.min(Math.max(atMs - this.#context.clock.now(), 1), TIMER_MS_MAX);
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#timerAtMs = Number.POSITIVE_INFINITY;
      this.poll();
    }, delayMs).unref();
  }

  #settle(): void {
    if (this.isIdle()) {
      let hasMissed = false;
      for (const queue of this.#queues.values()) hasMissed = queue.hasMissed() || hasMissed;
      if (hasMissed) this.poll();
      else this.#releaseLater();
    }
    this.#wakeWaiters();
  }

  #wakeWaiters(): void {
    const waiters = this.#waiters;
    this.#waiters = [];
    for (const resolve of waiters) resolve();
  }

  #releaseLater(): void {
    if (this.#isClosing || this.#releasing !== undefined || this.#heldIds().length === 0) return;
    this.#releasing = setTimeout(() => {
      this.#releasing = undefined;
      if (!this.isIdle()) return;
      const held = this.#heldIds();
      this.#queues.clear();
      this.#release(held).catch((error: unknown) => this.#failed(error));
    }, IDLE_LEASE_MS).unref();
  }

  #heldIds(): string[] {
    return [...this.#queues].flatMap(([id, queue]) => (queue.heldLease() === undefined ? [] : [id]));
  }

  async #release(ids: readonly string[]): Promise<void> {
    const { leases, deliveries } = this.#context;
    if (leases !== undefined && ids.length > 0) await deliveries.release(this.#store, ids, leases.owner);
  }
}

function isPending({ least_ms }: WebhookWork): boolean {
  return least_ms !== null;
}

function isDue({ least_ms }: WebhookWork, nowMs: number): boolean {
  return least_ms !== null && least_ms <= nowMs;
}
