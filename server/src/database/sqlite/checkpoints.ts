import { pagesToCopy } from './log-length.ts';
import { storeFile } from './store-files.ts';

const LOOK_EVERY_MS = 100;
/** A store that was not written for so long is idle: copying its log disturbs nobody. */
const IDLE_MS = 300;
/** Fewer pages are left where they are. */
const PAGES_WORTH = 256;
/** So many are copied however busy their store is: 128 MB. */
const PAGES_LONG = 32_768;
/** Pages that the writer may copy itself without anybody noticing. */
const REST_PAGES = 256;
const ROUNDS_MAX = 4;

export interface CheckpointThreads {
  /** Copies on a thread that nobody waits for; gives the pages that were added meanwhile and are left. */
  beside(store: string): Promise<number>;
  /** Copies the rest between two commits, after which the log starts anew. */
  atWriter(store: string): Promise<number>;
}

/**
 * Copies logs back into their databases when nobody writes, and beside the writes when a log gets long. Commits are
 * slower while a copy is made, on whatever thread
 * (docs/decisions/0008-checkpoints-wait-for-quiet.md).
 */
export class Checkpoints {
  readonly #directory: string;
  readonly #threads: CheckpointThreads;
  readonly #timer: NodeJS.Timeout;
  /** When each store was written last, while its log may have to be copied. */
  readonly #written = new Map<string, number>();
  #isLooking = false;

  constructor(directory: string, threads: CheckpointThreads) {
    this.#directory = directory;
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
    for (const [store, writtenMs] of [...this.#written]) {
      const isIdle = performance.now() - writtenMs >= IDLE_MS;
      if (isIdle) this.#written.delete(store);
      try {
        const pages = await pagesToCopy(storeFile(this.#directory, store));
        if (pages >= (isIdle ? PAGES_WORTH : PAGES_LONG)) await this.#copy(store);
      } catch {
        // The threads are busy, or the store is gone. The next write has it looked at again, and the writer copies a
        // log itself before it grows without end.
      }
    }
    this.#isLooking = false;
  }

  async #copy(store: string): Promise<void> {
    for (let round = 0; round < ROUNDS_MAX; round += 1) {
      if ((await this.#threads.beside(store)) <= REST_PAGES) break;
    }
    await this.#threads.atWriter(store);
  }
}
