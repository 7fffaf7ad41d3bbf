import type { StoreName } from '../../../database/index.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { DeliveryStore, PendingDelivery } from './delivery-store.ts';

const PAGE = 100;
/** The next page is loaded when this few are left. */
const FEW = 25;

interface PageContext {
  readonly store: StoreName;
  readonly deliveries: DeliveryStore;
  readonly clock: Clock;
  readonly onChange: () => void;
  readonly onError: (error: unknown) => void;
}

/** Pending deliveries of one webhook, loaded page by page. Each delivery is handed out once until its result is recorded. */
export class PendingPages {
  readonly #context: PageContext;
  readonly #webhookId: string;
  #buffer: PendingDelivery[] = [];
  /** Ids that are buffered, in progress or not recorded yet. */
  readonly #known = new Set<string>();
  /** Ids recorded while a page was loading; the page may still show them as pending. */
  readonly #settled = new Set<string>();
  #afterSeq = 0;
  #hasMore = true;
  #isLoading = false;
  /** A pending delivery was skipped because its id was known. It may be pending again for another reason. */
  #hasMissed = false;
  /** Incremented by `clear`, so that pages requested earlier are ignored. */
  #age = 0;

  constructor(context: PageContext, webhookId: string) {
    this.#context = context;
    this.#webhookId = webhookId;
  }

  peek(): PendingDelivery | undefined {
    return this.#buffer[0];
  }

  take(): void {
    this.#buffer.shift();
  }

  /** Call when the delivery's result is recorded, or when the delivery is returned unsent. */
  settle(id: string): void {
    this.#known.delete(id);
    if (this.#isLoading) this.#settled.add(id);
  }

  mayHaveMore(): void {
    this.#hasMore = true;
  }

  hasMissed(): boolean {
    const hasMissed = this.#hasMissed && this.#known.size === 0;
    if (hasMissed) this.#hasMissed = false;
    return hasMissed;
  }

  isIdle(): boolean {
    return this.#buffer.length === 0 && !this.#isLoading && !this.#hasMore;
  }

  keep(condition: (delivery: PendingDelivery) => boolean): void {
    for (const delivery of this.#buffer) if (!condition(delivery)) this.#known.delete(delivery.id);
    this.#buffer = this.#buffer.filter(condition);
  }

  clear(): void {
    this.keep(() => false);
    this.#hasMore = false;
    this.#afterSeq = 0;
    this.#age += 1;
  }

  isShort(): boolean {
    return this.#hasMore && !this.#isLoading && this.#buffer.length <= FEW;
  }

  load(then: () => void): void {
    this.#isLoading = true;
    this.#read()
      .catch((error: unknown) => {
        this.#hasMore = false;
        this.#context.onError(error);
      })
      .finally(() => {
        this.#isLoading = false;
        this.#settled.clear();
        then();
        this.#context.onChange();
      });
  }

  async #read(): Promise<void> {
    const { deliveries, store, clock } = this.#context;
    const limit = PAGE + this.#known.size;
    const query = { webhookId: this.#webhookId, afterSeq: this.#afterSeq, nowMs: clock.now(), limit };
    this.#hasMore = false;
    const age = this.#age;
    const [first, due] = await Promise.all([
      deliveries.pending(store, { ...query, kind: 'first' }),
      deliveries.pending(store, { ...query, kind: 'due' }),
    ]);
    if (age !== this.#age) return;
    // At the end it starts from the first again: a long transaction may have committed deliveries with a lower `seq`.
    const isEnd = first.length < limit;
    this.#hasMore ||= !isEnd || due.length === limit || (this.#afterSeq > 0 && isEnd);
    this.#afterSeq = isEnd ? 0 : (first.at(-1)?.seq ?? 0);
    const [newFirst, newDue] = [first.filter((one) => this.#isNew(one)), due.filter((one) => this.#isNew(one))];
    // Alternates, so that neither kind delays the other.
    for (let at = 0; at < Math.max(newFirst.length, newDue.length); at += 1) {
      for (const delivery of [newFirst[at], newDue[at]]) {
        if (delivery === undefined) continue;
        this.#known.add(delivery.id);
        this.#buffer.push(delivery);
      }
    }
  }

  #isNew({ id }: PendingDelivery): boolean {
    const isKnown = this.#known.has(id) || this.#settled.has(id);
    if (isKnown) this.#hasMissed = true;
    return !isKnown;
  }
}
