import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';

const FULL_PAUSE_MS = 1000;

export interface ImageQueueOptions {
  readonly stopped: AbortSignal;
  readonly make: (store: string) => Promise<boolean>;
  /** Images wait in the spool like commits; while the place is slow they must not fill the disk. */
  readonly isFull: () => boolean;
  readonly onFailure: (error: unknown) => void;
}

export class ImageQueue {
  /** The time since which each store needs an image; infinite if an older image suffices. */
  readonly #stores = new Map<string, number>();
  #isRunning = false;

  require(store: string, sinceMs = Date.now()): void {
    this.#stores.set(store, Math.min(this.#stores.get(store) ?? Number.POSITIVE_INFINITY, sinceMs));
  }

  has(store: string): boolean {
    return this.#stores.has(store);
  }

  delete(store: string): void {
    this.#stores.delete(store);
  }

  neededSinceMs(): number {
    let oldest = Number.POSITIVE_INFINITY;
    for (const sinceMs of this.#stores.values()) oldest = Math.min(oldest, sinceMs);
    return oldest;
  }

  async run({ stopped, make, isFull, onFailure }: ImageQueueOptions): Promise<void> {
    if (this.#isRunning) return;
    this.#isRunning = true;
    try {
      for (const store of imageOrder([...this.#stores.keys()])) {
        if (!this.#stores.has(store)) continue;
        while (isFull()) await wait(FULL_PAUSE_MS, undefined, { signal: stopped });
        try {
          if (await make(store)) this.#stores.delete(store);
        } catch (error) {
          onFailure(error);
        }
        await nextTurn();
      }
    } finally {
      this.#isRunning = false;
    }
  }
}

/** The control store comes first: without it, the other stores have no owner. */
function imageOrder(stores: readonly string[]): readonly string[] {
  return stores.includes('control') ? ['control', ...stores.filter((store) => store !== 'control')] : stores;
}
