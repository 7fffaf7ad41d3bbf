export class StoreCounts {
  readonly #counts = new Map<string, number>();

  get size(): number {
    return this.#counts.size;
  }

  of(store: string): number {
    return this.#counts.get(store) ?? 0;
  }

  add(store: string, difference: number): void {
    const count = this.of(store) + difference;
    if (count === 0) this.#counts.delete(store);
    else this.#counts.set(store, count);
  }
}

/** The first waiter of the store with the fewest running, so a new store waits one turn at most; -1: none may start. */
export function nextInTurn<Waiter extends { readonly store: string }>(
  waiters: readonly Waiter[],
  running: StoreCounts,
  mayStart: (waiter: Waiter) => boolean,
): number {
  let [found, least] = [-1, Number.POSITIVE_INFINITY];
  for (const [index, waiter] of waiters.entries()) {
    const count = running.of(waiter.store);
    if (count >= least || !mayStart(waiter)) continue;
    [found, least] = [index, count];
    if (least === 0) break;
  }
  return found;
}
