import type { Database, StoreName } from '../../../database/database.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Logger } from '../../../platform/logger.ts';
import { type DeliveryStore, SKIPPED_AT_ONCE, type WebhookWork } from './delivery-store.ts';
import { Lane, type LaneContext } from './lane.ts';
import { HeldLease, type LeaseTerms } from './lease.ts';
import type { AttemptOrder, AttemptOutcome } from './make-attempt.ts';
import { createRecorder, type Recorder, type RecorderContext } from './record-results.ts';
import type { ResultStore } from './result-store.ts';
import type { Shares } from './shares.ts';

/** How soon a webhook is tried again that another process holds, or that could not be looked at. */
const HELD_ELSEWHERE_MS = 250;
const FAILED_MS = 1000;
/** However many hints come, the store is not asked more often than this. */
const LOOK_EVERY_MS = 20;
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
  /** Nothing waits in the store, for now or for later. */
  readonly onDone: (store: StoreName) => void;
}

/** Sends what waits in one project: looks at its webhooks when told to or when something is due, and has a lane for each. */
export class StoreSender {
  readonly #store: StoreName;
  readonly #context: SenderContext;
  readonly #lanes = new Map<string, Lane>();
  readonly #recorder: Recorder;
  readonly #abort = new AbortController();
  #waiters: (() => void)[] = [];
  #looking: Promise<void> | undefined;
  #mustLookAgain = false;
  #lookedAt = Number.NEGATIVE_INFINITY;
  /** A look that was asked for too soon after the last one. */
  #pausing: NodeJS.Timeout | undefined;
  #timer: NodeJS.Timeout | undefined;
  #timerAtMs = Number.POSITIVE_INFINITY;
  #releasing: NodeJS.Timeout | undefined;
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
  look(): void {
    if (this.#isClosing) return;
    if (this.#looking !== undefined) {
      this.#mustLookAgain = true;
      return;
    }
    if (this.#pausing !== undefined) return;
    const waitMs = this.#lookedAt + LOOK_EVERY_MS - performance.now();
    if (waitMs > 0) {
      this.#pausing = setTimeout(() => {
        this.#pausing = undefined;
        this.look();
      }, waitMs).unref();
      return;
    }
    this.#looking = this.#lookNow().finally(() => {
      this.#looking = undefined;
      this.#lookedAt = performance.now();
      if (this.#mustLookAgain) {
        this.#mustLookAgain = false;
        this.look();
      }
      this.#settle();
    });
  }

  /** A webhook was changed. */
  outdate(): void {
    for (const lane of this.#lanes.values()) lane.outdate();
    this.look();
  }

  isIdle(): boolean {
    return this.#looking === undefined && this.#pausing === undefined && !this.#isBusy();
  }

  /** Nothing waits, for now or for later. */
  isDone(): boolean {
    return this.isIdle() && this.#timer === undefined && this.#releasing === undefined;
  }

  async whenLooked(): Promise<void> {
    await this.#looking;
  }

  async whenIdle(): Promise<void> {
    while (!this.isIdle() && !this.#isClosing) await new Promise<void>((resolve) => this.#waiters.push(resolve));
  }

  /** Starts nothing more. Waits so long for what is under way, then breaks it off; it will be sent again. */
  async close(patienceMs: number): Promise<void> {
    this.#isClosing = true;
    for (const timer of [this.#timer, this.#pausing, this.#releasing]) clearTimeout(timer);
    const held = this.#heldIds();
    for (const lane of this.#lanes.values()) lane.close();
    const breakOff = setTimeout(() => this.#abort.abort(), patienceMs);
    const giveUp = setTimeout(() => this.#recorder.giveUp(), patienceMs + GIVE_UP_MS);
    while ([...this.#lanes.values()].some((lane) => lane.isUnderWay()))
      await new Promise<void>((resolve) => this.#waiters.push(resolve));
    clearTimeout(breakOff);
    await this.#looking;
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
    for (const lane of this.#lanes.values()) if (!lane.isIdle()) return true;
    return false;
  }

  async #lookNow(): Promise<void> {
    try {
      await this.#lookThrough();
    } catch (error) {
      this.#failed(error);
    }
  }

  async #lookThrough(): Promise<void> {
    const { deliveries, clock, leases } = this.#context;
    const records = this.#records;
    const nowMs = clock.now();
    const webhooks = await deliveries.work(this.#store, nowMs);
    for (const webhook of webhooks) {
      if (webhook.enabled !== 1 && isPending(webhook)) await this.#skipAll(webhook.id);
      this.#lanes.get(webhook.id)?.update(webhook, records === this.#records);
      if (webhook.later_ms !== null) this.#lookAt(webhook.later_ms);
    }
    this.#forgetOthers(webhooks);
    const due = webhooks.filter((webhook) => isDue(webhook, nowMs));
    if (this.#isClosing) return;
    const lanes = due.map((webhook) => this.#lanes.get(webhook.id) ?? this.#open(webhook));
    if (leases !== undefined) await this.#hold(lanes, leases);
    for (const lane of lanes) this.#send(lane);
    if (webhooks.length > 0) this.#context.onWebhooks(this.#store);
  }

  #send(lane: Lane): void {
    if (this.#isClosing) return;
    if (this.#context.leases === undefined || lane.heldLease() !== undefined) lane.wake();
    else this.#lookAt(this.#context.clock.now() + HELD_ELSEWHERE_MS);
  }

  #open(webhook: WebhookWork): Lane {
    const { deliveries, shares, clock, retryMs, attempt, leases } = this.#context;
    const context: LaneContext = {
      store: this.#store,
      deliveries,
      shares,
      clock,
      retryMs,
      attempt: (order) => attempt({ ...order, store: this.#store, signal: this.#abort.signal }),
      recorder: this.#recorder,
      signal: this.#abort.signal,
      isLeased: leases !== undefined,
      look: (atMs) => (atMs === undefined ? this.look() : this.#lookAt(atMs)),
      onRecord: () => {
        this.#records += 1;
      },
      onChange: () => this.#settle(),
      onError: (error) => this.#failed(error),
    };
    const lane = new Lane(context, webhook);
    this.#lanes.set(webhook.id, lane);
    return lane;
  }

  /** Asks for the leases that are missing or will soon be over. */
  async #hold(lanes: readonly Lane[], terms: LeaseTerms): Promise<void> {
    const wanted = lanes.filter((lane) => lane.heldLease()?.isShort() !== false);
    if (wanted.length === 0) return;
    const askedAt = performance.now();
    const webhookIds = wanted.map(({ webhookId }) => webhookId);
    const held = new Set(await this.#context.deliveries.lease(this.#store, { ...terms, webhookIds }));
    for (const lane of wanted) {
      const known = lane.heldLease();
      if (!held.has(lane.webhookId)) lane.holdLease(undefined);
      else if (known === undefined || known.isOver()) lane.holdLease(new HeldLease(terms, askedAt));
      else known.renewed(askedAt);
    }
  }

  async #skipAll(webhookId: string): Promise<void> {
    for (let skipped = SKIPPED_AT_ONCE; skipped === SKIPPED_AT_ONCE && !this.#isClosing; ) {
      skipped = await this.#context.deliveries.skipSome(this.#store, webhookId);
    }
  }

  /** Lanes of deleted webhooks, and of those that have nothing to do. */
  #forgetOthers(webhooks: readonly WebhookWork[]): void {
    const known = new Set(webhooks.map(({ id }) => id));
    for (const [id, lane] of this.#lanes) {
      if (known.has(id)) continue;
      lane.close();
      if (lane.isIdle()) this.#lanes.delete(id);
    }
  }

  #failed(error: unknown): void {
    if (this.#isClosing) return;
    this.#context.logger.warn({ store: this.#store, err: { message: String(error) } }, 'Webhooks could not be sent.');
    this.#lookAt(this.#context.clock.now() + FAILED_MS);
  }

  /** The earliest of the times that were asked for counts. */
  #lookAt(atMs: number): void {
    if (this.#isClosing || atMs >= this.#timerAtMs) return;
    clearTimeout(this.#timer);
    this.#timerAtMs = atMs;
    const delayMs = Math.min(Math.max(atMs - this.#context.clock.now(), 1), TIMER_MS_MAX);
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#timerAtMs = Number.POSITIVE_INFINITY;
      this.look();
    }, delayMs).unref();
  }

  #settle(): void {
    if (this.isIdle()) {
      let hasMissed = false;
      for (const lane of this.#lanes.values()) hasMissed = lane.hasMissed() || hasMissed;
      if (hasMissed) this.look();
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
      this.#lanes.clear();
      this.#release(held).catch((error: unknown) => this.#failed(error));
    }, IDLE_LEASE_MS).unref();
  }

  #heldIds(): string[] {
    return [...this.#lanes].flatMap(([id, lane]) => (lane.heldLease() === undefined ? [] : [id]));
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
