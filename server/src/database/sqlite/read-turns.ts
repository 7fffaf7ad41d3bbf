import { createRecentGroups } from '../../platform/recent-groups.ts';
import { StoreCounts } from '../store-turns.ts';

/** A list that counts as cheap takes up to a millisecond (`shape-costs.ts`), so others wait for 16 at most. */
const UNDER_WAY_MAX = 16;

interface StoreRequest {
  /** Undefined: all requests before it come first. */
  readonly store: string | undefined;
}

/** While several stores read in a thread, each has few requests there, so that none waits for hundreds of another. */
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
    const now: Waiting[] = [];
    const later: Waiting[] = [];
    for (const waiting of queue) {
      const { store } = waiting;
      if (startsAll || store === undefined || this.#mayStart(store)) {
        if (store !== undefined) this.#underWay.add(store, 1);
        now.push(waiting);
      } else later.push(waiting);
    }
    return { now, later };
  }

  ended({ store }: StoreRequest): void {
    if (store !== undefined) this.#underWay.add(store, -1);
  }

  #mayStart(store: string): boolean {
    return this.#underWay.of(store) < UNDER_WAY_MAX || this.#recent.isAlone(store);
  }
}
