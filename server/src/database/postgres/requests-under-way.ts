import { DatabaseFailure } from '../errors.ts';

/** Counts requests, so that closing waits for running ones and refuses new ones. */
export class RequestsUnderWay {
  #count = 0;
  #isClosing = false;
  #onNoMatch: (() => void) | undefined;

  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#isClosing) throw new DatabaseFailure({ kind: 'unavailable', message: 'the database is closed' });
    this.#count += 1;
    try {
      return await work();
    } finally {
      this.#count -= 1;
      if (this.#count === 0) this.#onNoMatch?.();
    }
  }

  /** Resolves when no request is running, or after `waitMs`. */
  async close(waitMs: number): Promise<void> {
    this.#isClosing = true;
    if (this.#count === 0) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, waitMs);
      this.#onNoMatch = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
