const LOOK_EVERY_MS = 100;
/** A store without writes for this long is idle: copying its log delays no write. */
const IDLE_MS = 300;
/** Logs with fewer pages are not copied. */
const PAGES_WORTH = 256;
/** Logs with this many pages (128 MB) are copied however busy their store is. */
const PAGES_LONG = 32_768;
/** So few pages that the writer can copy them without a noticeable pause. */
const REST_PAGES = 256;
const ROUNDS_MAX = 4;
/** Asking the writer for the length of a log takes it some microseconds, so busy stores take turns. */
const BUSY_LOOKS_MAX = 10;

export interface CheckpointThreads {
  /** The number of pages in the log that have not been copied. Undefined while the store may not be opened. */
  pagesToCopy(store: string): Promise<number | undefined>;
  /** Copies on a background thread. Returns the number of pages that were added in the meantime and remain. */
  beside(store: string): Promise<number>;
  /** Copies the rest between two commits; the log then restarts. */
  atWriter(store: string): Promise<number>;
  /** Keeps an archived log from restarting during the copy, until `atWriter`. */
  hold(store: string): Promise<void>;
}

/**
 * Copies logs back into their databases when a store is idle, and during writes when a log gets long. A running copy
 * slows down commits, on whatever thread it runs (docs/decisions/0008-checkpoints-wait-for-quiet.md).
 */
export class Checkpoints {
  readonly #threads: CheckpointThreads;
  readonly #timer: NodeJS.Timeout;
  readonly #written = new Map<string, number>();
  #isLooking = false;

  constructor(threads: CheckpointThreads) {
    this.#threads = threads;
    this.#timer = setInterval(() => {
      if (this.#written.size > 0 && !this.#isLooking) void this.#look();
    }, LOOK_EVERY_MS).unref();
  }

  noteWrite(store: string): void {
    this.#written.set(store, performance.now());
  }

  close(): void {
    clearInterval(this.#timer);
    this.#written.clear();
  }

  async #look(): Promise<void> {
    this.#isLooking = true;
    let busyLooks = 0;
    for (const [store, writtenMs] of [...this.#written]) {
      const isIdle = performance.now() - writtenMs >= IDLE_MS;
      if (!isIdle && busyLooks++ >= BUSY_LOOKS_MAX) continue;
      this.#written.delete(store);
      // Moves it to the end, behind the busy stores that were not checked.
      if (!isIdle) this.#written.set(store, writtenMs);
      try {
        const pages = await this.#threads.pagesToCopy(store);
        if (pages === undefined) this.#written.set(store, writtenMs);
        else if (pages >= (isIdle ? PAGES_WORTH : PAGES_LONG)) await this.#copy(store);
      } catch {
        // The threads are busy, or the store is gone. The next write schedules another check, and the writer copies a
        // log itself before it grows without bound.
      }
    }
    this.#isLooking = false;
  }

  async #copy(store: string): Promise<void> {
    for (let round = 0; round < ROUNDS_MAX; round += 1) {
      await this.#threads.hold(store);
      if ((await this.#threads.beside(store)) <= REST_PAGES) break;
    }
    await this.#threads.atWriter(store);
  }
}
