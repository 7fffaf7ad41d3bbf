import { setTimeout as wait } from 'node:timers/promises';

interface BackgroundWorkOptions {
  readonly stopped: AbortSignal;
  readonly onFailure: (error: unknown) => void;
}

/** Work that nobody waits for: its failures are reported, and after `stopped` nothing begins anew. */
export class BackgroundWork {
  readonly #options: BackgroundWorkOptions;

  constructor(options: BackgroundWorkOptions) {
    this.#options = options;
  }

  start(work: Promise<void>): void {
    work.catch(this.#options.onFailure);
  }

  /** Repeats the work, never two runs at a time. */
  every(ms: number, work: () => Promise<void>): void {
    const { stopped, onFailure } = this.#options;
    const again = async (): Promise<void> => {
      while (!stopped.aborted) {
        await wait(ms, undefined, { signal: stopped });
        await work().catch(onFailure);
      }
    };
    this.start(again());
  }
}
