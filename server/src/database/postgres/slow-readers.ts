import { DatabaseFailure } from '../errors.ts';

interface HeldReader {
  /** Start of the current wait for the reader to ask for the next page. */
  since: number | undefined;
  waitedMs: number;
  end(): void;
}

/** When a store gets no connection for an export, the export that has waited longest for its reader is ended. */
export class SlowReaders {
  readonly #held = new Set<HeldReader>();
  readonly #patienceMs: number;

  /** `patienceMs`: how long an export may wait for its reader in total before it may be ended for others. */
  constructor(patienceMs: number) {
    this.#patienceMs = patienceMs;
  }

  /** Passes the pages on. Calls `release` once, when the pages end or the export is ended. */
  async *watch<Page>(pages: AsyncIterable<Page>, release: () => void): AsyncGenerator<Page, void> {
    let isEnded = false;
    const end = (): void => {
      if (isEnded) return;
      isEnded = true;
      this.#held.delete(held);
      release();
    };
    const held: HeldReader = { since: undefined, waitedMs: 0, end };
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
    let slowest: HeldReader | undefined;
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
