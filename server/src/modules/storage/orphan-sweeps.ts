import { type SweepContext, sweepOrphans } from './sweep-orphans.ts';

const HOUR_MS = 3_600_000;
/** Looking at everything can wait until the start is over. */
const FIRST_WHOLE_MS = HOUR_MS / 6;
const DAY_MS = 24 * HOUR_MS;

export interface OrphanSweeps {
  /** Begins with what was left lately, behind what else the process has to do. */
  start(): void;
  stop(): Promise<void>;
}

/** Sweeps what was left lately at start and every hour, everything soon after the start and every day. */
export function createOrphanSweeps(context: SweepContext, onError: (error: unknown) => void): OrphanSweeps {
  const timers: NodeJS.Timeout[] = [];
  // One after the other: two would ask for the same blobs.
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
