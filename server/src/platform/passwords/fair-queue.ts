/** A queue in which shares take turns, whichever has how much waiting; within a share the first comes first. */
export class FairQueue<Item> {
  /** In the order of turns. */
  readonly #shares = new Map<string, Item[]>();
  #length = 0;

  get length(): number {
    return this.#length;
  }

  lengthOf(share: string): number {
    return this.#shares.get(share)?.length ?? 0;
  }

  push(share: string, item: Item): void {
    const waiting = this.#shares.get(share);
    if (waiting === undefined) this.#shares.set(share, [item]);
    else waiting.push(item);
    this.#length += 1;
  }

  /** The next item that may be taken: a share whose first may not is passed over and keeps its turn. */
  take(mayTake: (item: Item) => boolean): Item | undefined {
    for (const [share, waiting] of this.#shares) {
      const [first] = waiting;
      if (first === undefined || !mayTake(first)) continue;
      waiting.shift();
      this.#length -= 1;
      this.#shares.delete(share);
      if (waiting.length > 0) this.#shares.set(share, waiting);
      return first;
    }
    return undefined;
  }
}
