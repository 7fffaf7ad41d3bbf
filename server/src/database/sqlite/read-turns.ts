import { createRecentGroups } from '../../platform/recent-groups.ts';
import { StoreCounts } from '../store-turns.ts';

/** A list that counts as cheap takes up to a millisecond (`shape-costs.ts`), so others wait for 16 at most. */
const UNDER_WAY_MAX = 16;
/** This many keep a thread busy; more would only delay the first read of a store that reads rarely. */
const UNDER_WAY_ALONE_MAX = 64;

interface StoreRequest {
  /** Undefined: all requests before it come first. */
  readonly store: string | undefined;
}

/** Each store has few requests in a thread, even fewer while others read too, so that none waits for hundreds of another. */
export class ReadTurns {
  readonly #recent = createRecentGroups();
  readonly #underWay = new StoreCounts();

  note(store: string): void {
    // The service's own reads are few, and no project should be slower because of them.
    if (store !== 'control') this.#recent.note(store);
  }

  /** Splits a queue into the requests that start now, until `ended`, and those that stay. */
  take<Waiting extends StoreRequest>(queue: readonly Waiting[]): { now: Waiting[]; later: Waiting[] } {
    const startsAll = queue.some(({ store }) => store === undefined);
    const full = new Set<string>();
    const now: Waiting[] = [];
    const later: Waiting[] = [];
    for (const waiting of queue) {
      if (startsAll || this.#mayStart(waiting.store, full)) {
        if (waiting.store !== undefined) this.#underWay.add(waiting.store, 1);
        now.push(waiting);
      } else later.push(waiting);
    }
    return { now, later };
  }

  ended({ store }: StoreRequest): void {
    if (store !== undefined) this.#underWay.add(store, -1);
  }

  #mayStart(store: string | undefined, full: Set<string>): boolean {
    if (store === undefined) return true;
    // Thousands may wait, so each store is judged once.
    if (full.has(store)) return false;
    const count = this.#underWay.of(store);
    const isFull = count >= UNDER_WAY_MAX && (count >= UNDER_WAY_ALONE_MAX || !this.#recent.isAlone(store));
    if (isFull) full.add(store);
    return !isFull;
  }
}
