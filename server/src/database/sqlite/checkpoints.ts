const LOOK_EVERY_MS = 100;
const IDLE_MS = 300;
/** Logs with fewer pages are not copied. */
const PAGES_WORTH = 256;
/** Logs with this many pages (128 MB) are copied however busy their store is. */
const PAGES_LONG = 32_768;
/** The writer can copy this many pages without a noticeable pause. */
const REST_PAGES = 256;
const ROUNDS_MAX = 4;
/** Asking the writer for a log's length takes it some microseconds, so busy stores take turns. */
const BUSY_LOOKS_MAX = 10;

export interface CheckpointThreads {
  /** Undefined while the store may not be opened. */
  pagesToCopy(store: string): Promise<number | undefined>;
  /** Copies on a background thread. Returns the number of pages that were added in the meantime and remain. */
  beside(store: string): Promise<number>;
  /** Copies the rest between two commits; the log then restarts. */
  atWriter(store: string): Promise<number>;
  /** Keeps an archived log from restarting during the copy, until `atWriter`. */
  hold(store: string): Promise<void>;
}

/** Copies the logs of idle stores and logs that get long (docs/decisions/0008-checkpoints-wait-for-quiet.md). */
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
        // The next write schedules another check, and the writer copies a log itself before it gets too long.
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
