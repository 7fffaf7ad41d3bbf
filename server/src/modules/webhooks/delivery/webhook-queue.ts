import type { StoreName } from '../../../database/index.ts';
import type { Clock } from '../../../platform/clock.ts';
import { type DeliveryStore, type PendingDelivery, triggerOf, type WebhookWork } from './delivery-store.ts';
import { FailureCount } from './failure-count.ts';
import type { Lease } from './lease.ts';
import type { AttemptOrder, AttemptOutcome } from './make-attempt.ts';
import { PendingPages } from './pending-pages.ts';
import type { LeasedAttempt, RecordedWebhook, Recorder, RecordingQueue } from './record-results.ts';
import { stateAfter } from './retry-policy.ts';
import type { Shares } from './shares.ts';
import { StartTurn } from './start-turn.ts';
import type { LeaseHolder } from './store-leases.ts';

/** Concurrent attempts of one webhook; `FailureCount` sets a lower limit for those that can switch it off. */
const UNDER_WAY_MAX = 16;
/** No more attempts start while this many results wait to be written. */
const UNRECORDED_MAX = 500;

export interface QueueContext {
  readonly store: StoreName;
  readonly deliveries: DeliveryStore;
  readonly shares: Shares;
  readonly clock: Clock;
  readonly retryMs: readonly number[];
  readonly attempt: (order: Omit<AttemptOrder, 'store' | 'signal'>) => Promise<AttemptOutcome>;
  readonly recorder: Recorder;
  readonly signal: AbortSignal;
  readonly poll: () => void;
  readonly pollAt: (atMs: number) => void;
  readonly onRecord: () => void;
  readonly onChange: () => void;
  readonly onError: (error: unknown) => void;
}

/** First attempts go in order, and never more at once than may fail before the webhook is switched off. */
export class WebhookQueue implements RecordingQueue, LeaseHolder {
  readonly webhookId: string;
  readonly #context: QueueContext;
  readonly #pages: PendingPages;
  readonly #failures: FailureCount;
  readonly #turn = new StartTurn(() => this.startDue());
  #webhook: WebhookWork;
  #lease: Lease | undefined;
  /** Whether the webhook in memory matches the store. */
  #isFresh = true;
  #isClosed = false;
  #underWay = 0;
  #countedUnderWay = 0;
  readonly #startMore = (): void => this.startDue();

  constructor(context: QueueContext, webhook: WebhookWork) {
    this.#context = context;
    this.webhookId = webhook.id;
    this.#webhook = webhook;
    this.#failures = new FailureCount(Number(webhook.consecutive_failures));
    this.#pages = new PendingPages(context, webhook.id);
  }

  update(webhook: WebhookWork): void {
    this.#webhook = webhook;
    this.#isFresh = true;
    this.#dropWhatIsOff();
  }

  /** Call when nothing was recorded during the read, so that the counter read is the current one. */
  updateCounter(webhook: WebhookWork): void {
    if (this.#failures.unrecorded() === 0) this.#failures.setRecorded(Number(webhook.consecutive_failures));
  }

  wake(): void {
    this.#pages.mayHaveMore();
    this.startDue();
  }

  markStale(): void {
    this.#isFresh = false;
  }

  heldLease(): Lease | undefined {
    return this.#lease;
  }

  holdLease(lease: Lease | undefined): void {
    this.#lease = lease;
    if (lease === undefined) this.#pages.clear();
  }

  close(): void {
    this.#isClosed = true;
    this.#pages.clear();
  }

  isUnderWay(): boolean {
    return this.#underWay > 0;
  }

  isIdle(): boolean {
    return this.#underWay === 0 && this.#failures.unrecorded() === 0 && this.#pages.isIdle();
  }

  /** Whether a pending delivery was skipped because an earlier attempt at it was still running. */
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
    return this.#failures.recorded();
  }

  recorded(finished: readonly LeasedAttempt[], webhook: RecordedWebhook | undefined): void {
    this.#lease?.renewed();
    this.#context.onRecord();
    if (webhook !== undefined) {
      this.#failures.setRecorded(webhook.counter);
      if (webhook.updatedAt !== this.#webhook.updated_at) this.markStale();
    }
    this.#forget(finished);
    for (const { state, nextAttemptAtMs } of finished) if (state === 'pending') this.#context.pollAt(nextAttemptAtMs);
    this.startDue();
    this.#context.onChange();
  }

  dropLate(finished: LeasedAttempt): void {
    this.#forget([finished]);
    this.#context.onChange();
  }

  lost(finished: readonly LeasedAttempt[]): void {
    this.#forget(finished);
    this.holdLease(undefined);
    this.markStale();
    this.#context.poll();
    this.#context.onChange();
  }

  #forget(finished: readonly LeasedAttempt[]): void {
    this.#failures.remove(finished);
    for (const { deliveryId } of finished) this.#pages.settle(deliveryId);
  }

  /** Drops pending deliveries of a webhook that is disabled or about to be, except tests. */
  #dropWhatIsOff(): void {
    const isOn = this.#webhook.enabled === 1 && !this.#failures.isAtLimit();
    if (!isOn) this.#pages.keep((delivery) => delivery.is_test === 1);
  }

  #maySend(): boolean {
    if (this.#context.signal.aborted || this.#isClosed) return false;
    if (this.#isFresh && this.#lease?.mayStart() === true) return true;
    this.#context.poll();
    return false;
  }

  #mayStart(delivery: PendingDelivery): boolean {
    if (this.#turn.isTaken() || !this.#maySend()) return false;
    if (this.#underWay >= UNDER_WAY_MAX || this.#failures.unrecorded() >= UNRECORDED_MAX) return false;
    return triggerOf(delivery) !== 'auto' || this.#failures.mayFail(this.#countedUnderWay);
  }

  async #run(delivery: PendingDelivery): Promise<void> {
    const { store, shares, signal, onChange, onError } = this.#context;
    const lease = this.#lease;
    const counted = triggerOf(delivery) === 'auto' ? 1 : 0;
    const endTurn = this.#turn.take();
    this.#underWay += 1;
    this.#countedUnderWay += counted;
    let outcome: AttemptOutcome | undefined;
    try {
      outcome = await this.#send(delivery, endTurn);
    } catch (error) {
      onError(error);
    }
    endTurn();
    this.#underWay -= 1;
    this.#countedUnderWay -= counted;
    if (outcome === undefined || (signal.aborted && !outcome.isSuccess)) this.#pages.settle(delivery.id);
    else this.#finish(delivery, outcome, lease);
    shares.give(store);
    this.startDue();
    onChange();
  }

  /** Returns undefined when the delivery may no longer be sent, because reading a long body can take any time. */
  async #send(delivery: PendingDelivery, onSent: () => void): Promise<AttemptOutcome | undefined> {
    const { store, deliveries, attempt } = this.#context;
    const body = delivery.body ?? (await deliveries.body(store, delivery.seq));
    if (body === undefined || !this.#maySend()) return undefined;
    const isKept = this.#failures.isZero();
    return attempt({ webhook: this.#webhook, delivery, body, trigger: triggerOf(delivery), isKept, onSent });
  }

  #finish(delivery: PendingDelivery, outcome: AttemptOutcome, lease: Lease | undefined): void {
    const { clock, retryMs, recorder } = this.#context;
    const made = { attempt: delivery.attempts + 1, trigger: triggerOf(delivery), outcome };
    const after = stateAfter(made, { retryMs, nowMs: clock.now(), random: Math.random() });
    const finished: LeasedAttempt = { deliveryId: delivery.id, ...made, ...after, lease };
    this.#failures.add(finished);
    recorder.add(this, finished);
  }
}
