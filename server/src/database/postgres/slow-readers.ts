import { DatabaseFailure } from '../errors.ts';

/** Pages that are read by somebody who may let them wait. */
interface Held {
  /** Since when it waits for its reader to ask for the next page. */
  since: number | undefined;
  waitedMs: number;
  end(): void;
}

/**
 * Exports hold a connection for as long as their readers like, and there are few. When somebody has none because of that,
 * the export that has waited longest for its reader ends and makes room.
 */
export class SlowReaders {
  readonly #held = new Set<Held>();
  readonly #patienceMs: number;

  /** `patienceMs`: how long an export may wait for its reader in all, before it may be ended for others. */
  constructor(patienceMs: number) {
    this.#patienceMs = patienceMs;
  }

  /** The same pages. `release` is called once, at their end or when they are ended. */
  async *watch<Page>(pages: AsyncIterable<Page>, release: () => void): AsyncGenerator<Page, void> {
    let isEnded = false;
    const end = (): void => {
      if (isEnded) return;
      isEnded = true;
      this.#held.delete(held);
      release();
    };
    const held: Held = { since: undefined, waitedMs: 0, end };
    this.#held.add(held);
    try {
      for await (const page of pages) {
        held.since = performance.now();
        yield page;
        if (isEnded) throw new DatabaseFailure({ kind: 'timeout', message: 'the reader of an export was too slow' });
        held.waitedMs += performance.now() - held.since;
        held.since = undefined;
      }
    } finally {
      end();
    }
  }

  endSlowest(): void {
    const now = performance.now();
    let slowest: Held | undefined;
    let longest = this.#patienceMs;
    for (const held of this.#held) {
      if (held.since === undefined) continue;
      const waited = held.waitedMs + now - held.since;
      if (waited < longest) continue;
      [slowest, longest] = [held, waited];
    }
    slowest?.end();
  }
}
