import type { StoreName } from '../../../database/database.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { DeliveryStore, PendingDelivery, WebhookWork } from './delivery-store.ts';
import {
  afterAttempt,
  attemptsLeft,
  counterAfter,
  FAILURES_MAX,
  NO_CHANGE,
  type StreakChange,
} from './failure-streak.ts';
import type { HeldLease, LeaseTerms } from './lease.ts';
import type { AttemptOrder, AttemptOutcome } from './make-attempt.ts';
import { PendingPages } from './pending-pages.ts';
import type { RecordedWebhook, Recorder, RecordingQueue } from './record-results.ts';
import type { FinishedAttempt } from './result-store.ts';
import { retryDelayMs } from './retry-policy.ts';
import type { Shares } from './shares.ts';
import { triggerOf } from './trigger-of.ts';

/** Attempts of one webhook at once; those that count towards switching it off are held lower by `attemptsLeft`. */
const UNDER_WAY_MAX = 16;
/** An attempt waits until the request of the one before has left, but not longer: a receiver may be slow to connect. */
const TURN_MS = 100;
/** Results that wait to be written, before no more attempts are started. */
const UNRECORDED_MAX = 500;

export interface QueueContext {
  readonly store: StoreName;
  readonly deliveries: DeliveryStore;
  readonly shares: Shares;
  readonly clock: Clock;
  readonly retryMs: readonly number[];
  readonly attempt: (order: Omit<AttemptOrder, 'store' | 'signal'>) => Promise<AttemptOutcome>;
  readonly recorder: Recorder;
  /** What was begun may be broken off: the process ends, or the project is deleted. */
  readonly signal: AbortSignal;
  /** Other processes may send, so that nothing is started without a lease. */
  readonly isLeased: boolean;
  /** The webhook must be looked at again: at once, or at a time. */
  readonly poll: (atMs?: number) => void;
  /** Results of the webhook have become durable. */
  readonly onRecord: () => void;
  /** Something has ended. */
  readonly onChange: () => void;
  readonly onError: (error: unknown) => void;
}

/**
 * Sends what waits for one webhook: first attempts in their order, and never more at once than may fail before the
 * webhook is switched off. Everything it decides by is what the store said last, and what has ended since.
 */
export class WebhookQueue implements RecordingQueue {
  readonly webhookId: string;
  readonly #context: QueueContext;
  readonly #pages: PendingPages;
  #webhook: WebhookWork;
  #lease: HeldLease | undefined;
  /** The webhook in memory is the one in the store. */
  #isFresh = true;
  #recordedCounter: number;
  /** In the order in which they ended. */
  #unrecorded: FinishedAttempt[] = [];
  /** What they do to the counter. */
  #change = NO_CHANGE;
  #isClosed = false;
  /** Somebody is about to send; the timer ends that in any case. */
  #turn: NodeJS.Timeout | undefined;
  #underWay = 0;
  #countedUnderWay = 0;
  readonly #startMore = (): void => this.startDue();

  constructor(context: QueueContext, webhook: WebhookWork) {
    this.#context = context;
    this.webhookId = webhook.id;
    this.#webhook = webhook;
    this.#recordedCounter = Number(webhook.consecutive_failures);
    this.#pages = new PendingPages(context, webhook.id);
  }

  /** `isCurrent`: nothing was recorded while the store was asked, so its counter is the true one. */
  update(webhook: WebhookWork, isCurrent: boolean): void {
    this.#webhook = webhook;
    this.#isFresh = true;
    if (isCurrent && this.#unrecorded.length === 0) this.#recordedCounter = Number(webhook.consecutive_failures);
    this.#dropWhatIsOff();
  }

  /** There is something to send, and it may be sent under this lease, where one is needed. */
  wake(): void {
    this.#pages.mayHaveMore();
    this.startDue();
  }

  /** The webhook was changed: nothing is started before it has been looked at. */
  markStale(): void {
    this.#isFresh = false;
  }

  heldLease(): HeldLease | undefined {
    return this.#lease;
  }

  holdLease(lease: HeldLease | undefined): void {
    this.#lease = lease;
    if (lease === undefined) this.#pages.clear();
  }

  /** Nothing is started from here on. */
  close(): void {
    this.#isClosed = true;
    this.#pages.clear();
  }

  isUnderWay(): boolean {
    return this.#underWay > 0;
  }

  isIdle(): boolean {
    return this.#underWay === 0 && this.#unrecorded.length === 0 && this.#pages.isIdle();
  }

  /** Something waits that could not be taken while an earlier attempt at it was under way. */
  hasMissed(): boolean {
    return this.#pages.hasMissed();
  }

  startDue(): void {
    const { shares, store } = this.#context;
    this.#dropWhatIsOff();
    for (let next = this.#pages.peek(); next !== undefined; next = this.#pages.peek()) {
      if (!this.#mayStart(next) || !shares.take(store, this.#startMore)) return;
      this.#pages.take();
      void this.#run(next);
    }
    if (this.#pages.isShort() && this.#maySend()) this.#pages.load(() => this.startDue());
  }

  recordedCounter(): number {
    return this.#recordedCounter;
  }

  lease(): LeaseTerms | undefined {
    return this.#lease?.renewal();
  }

  recorded(finished: readonly FinishedAttempt[], webhook: RecordedWebhook | undefined): void {
    this.#lease?.renewed();
    this.#context.onRecord();
    this.#recordedCounter = webhook?.counter ?? this.#recordedCounter;
    if (webhook !== undefined && webhook.updatedAt !== this.#webhook.updated_at) this.markStale();
    this.#forget(finished);
    for (const { state, nextAttemptAtMs } of finished) if (state === 'pending') this.#context.poll(nextAttemptAtMs);
    this.startDue();
    this.#context.onChange();
  }

  mayRecord({ lease }: FinishedAttempt): boolean {
    return lease === this.#lease;
  }

  dropLate(finished: FinishedAttempt): void {
    this.#forget([finished]);
    this.#context.onChange();
  }

  lost(finished: readonly FinishedAttempt[]): void {
    this.#forget(finished);
    this.holdLease(undefined);
    this.#isFresh = false;
    this.#context.poll();
    this.#context.onChange();
  }

  #forget(finished: readonly FinishedAttempt[]): void {
    const gone = new Set(finished);
    this.#unrecorded = this.#unrecorded.filter((one) => !gone.has(one));
    this.#change = this.#unrecorded.reduce(changeBy, NO_CHANGE);
    for (const { deliveryId } of finished) this.#pages.settle(deliveryId);
  }

  #counter(): number {
    return counterAfter(this.#recordedCounter, this.#change);
  }

  #isOn(): boolean {
    return this.#webhook.enabled === 1 && this.#counter() < FAILURES_MAX;
  }

  /** What the sweep skips is not sent. */
  #dropWhatIsOff(): void {
    if (!this.#isOn()) this.#pages.keep((delivery) => delivery.is_test === 1);
  }

  #maySend(): boolean {
    const { signal, isLeased } = this.#context;
    if (signal.aborted || this.#isClosed) return false;
    if (this.#isFresh && (!isLeased || this.#lease?.mayStart() === true)) return true;
    this.#context.poll();
    return false;
  }

  #mayStart(delivery: PendingDelivery): boolean {
    if (this.#turn !== undefined || !this.#maySend()) return false;
    if (this.#underWay >= UNDER_WAY_MAX || this.#unrecorded.length >= UNRECORDED_MAX) return false;
    if (triggerOf(delivery) !== 'auto') return true;
    return attemptsLeft(this.#counter(), this.#countedUnderWay) > 0;
  }

  async #run(delivery: PendingDelivery): Promise<void> {
    const { store, deliveries, shares, signal, onChange, onError } = this.#context;
    const trigger = triggerOf(delivery);
    const lease = this.#lease;
    const counted = trigger === 'auto' ? 1 : 0;
    const endTurn = this.#startTurn();
    this.#underWay += 1;
    this.#countedUnderWay += counted;
    let outcome: AttemptOutcome | undefined;
    try {
      const body = delivery.body ?? (await deliveries.body(store, delivery.seq));
      // Reading a long body may have taken any time.
      if (body !== undefined && this.#maySend()) {
        const isKept = this.#counter() === 0;
        outcome = await this.#context.attempt({
          webhook: this.#webhook,
          delivery,
          body,
          trigger,
          isKept,
          onSent: endTurn,
        });
      }
    } catch (error) {
      onError(error);
    }
    endTurn();
    this.#underWay -= 1;
    this.#countedUnderWay -= counted;
    if (outcome === undefined || (signal.aborted && !outcome.isSuccess)) this.#pages.settle(delivery.id);
    else this.#finish(delivery, { trigger, outcome, lease });
    shares.give(store);
    this.startDue();
    onChange();
  }

  /** So that requests arrive in the order in which attempts are started, whichever connections they take. */
  #startTurn(): () => void {
    const end = (): void => {
      if (this.#turn !== turn) return;
      clearTimeout(turn);
      this.#turn = undefined;
      this.startDue();
    };
    const turn = setTimeout(end, TURN_MS).unref();
    this.#turn = turn;
    return end;
  }

  #finish({ id, attempts }: PendingDelivery, made: Pick<FinishedAttempt, 'trigger' | 'outcome' | 'lease'>): void {
    const { trigger, outcome } = made;
    const { clock, retryMs } = this.#context;
    const attempt = attempts + 1;
    const failed = { attempt, retryAfterMs: outcome.retryAfterMs };
    const delayMs = outcome.isSuccess || trigger !== 'auto' ? undefined : retryDelayMs(failed, retryMs, Math.random());
    const otherwise = outcome.isSuccess ? 'succeeded' : 'failed';
    const finished: FinishedAttempt = {
      deliveryId: id,
      attempt,
      ...made,
      state: delayMs === undefined ? otherwise : 'pending',
      nextAttemptAtMs: clock.now() + (delayMs ?? 0),
    };
    this.#unrecorded.push(finished);
    this.#change = changeBy(this.#change, finished);
    this.#context.recorder.add(this, finished);
  }
}

function changeBy(change: StreakChange, { outcome, trigger }: FinishedAttempt): StreakChange {
  return afterAttempt(change, { isSuccess: outcome.isSuccess, isAuto: trigger === 'auto' });
}
