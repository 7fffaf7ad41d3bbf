import { type SweepContext, sweepOrphans } from './sweep-orphans.ts';

const HOUR_MS = 3_600_000;
/** The first sweep of everything can wait until the process has started up. */
const FIRST_WHOLE_MS = HOUR_MS / 6;
const DAY_MS = 24 * HOUR_MS;

export interface OrphanSweeps {
  start(): void;
  stop(): Promise<void>;
}

/** Sweeps recent leftovers at the start and every hour, and everything soon after the start and every day. */
export function createOrphanSweeps(context: SweepContext, onError: (error: unknown) => void): OrphanSweeps {
  const timers: NodeJS.Timeout[] = [];
  // One sweep at a time: two would check the same blobs.
  let running: Promise<unknown> = Promise.resolve();
  const sweep = (scope: 'recent' | 'all'): void => {
    running = running.then(() => sweepOrphans(context, scope)).catch(onError);
  };
  return {
    start() {
      sweep('recent');
      timers.push(
        setInterval(() => sweep('recent'), HOUR_MS).unref(),
        setTimeout(() => sweep('all'), FIRST_WHOLE_MS).unref(),
        setInterval(() => sweep('all'), DAY_MS).unref(),
      );
    },
    async stop() {
      for (const timer of timers) clearTimeout(timer);
      await running;
    },
  };
}
