import type { BlobStore } from '../../blobs/index.ts';
import type { PlainStep, StoreName } from '../../database/index.ts';
import { createKnownDamage, refuseDamaged } from './known-damage.ts';
import { createPace } from './pace.ts';
import { createRounds } from './rounds.ts';
import type { ScrubOptions } from './scrub-options.ts';
import { createScrubStore } from './scrub-store.ts';

const DAY_MS = 86_400_000;
const LOOK_MS = 60_000;
/** About 20 TB in 30 days; a disk delivers hundreds of megabytes a second. */
const BYTES_PER_SECOND = 8 * 1024 * 1024;

export interface Scrub {
  /** The blob store; reading a blob that is known to be damaged throws `damaged`. */
  readonly blobs: BlobStore;
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Reads everything now, even right after a round. False when another process holds the lease. For tests. */
  runNow(): Promise<boolean>;
  details(): { readonly damaged_files: number };
  metrics(): Promise<string>;
  forgetSteps(store: StoreName): readonly PlainStep[];
  forget(): Promise<void>;
}

/** Reads every blob slowly and checks it against its hash, round after round, in one process at a time. */
export function createScrub(options: ScrubOptions): Scrub {
  const { database, feed, onError } = options;
  const store = createScrubStore(database);
  const known = createKnownDamage(store, feed, onError);
  const stopping = new AbortController();
  const pace = createPace(options.bytesPerSecond ?? BYTES_PER_SECOND, stopping.signal);
  const runRound = createRounds({ ...options, store, known, pace, signal: stopping.signal });
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<unknown> = Promise.resolve();

  const look = async (): Promise<void> => {
    const { place, finishedAtMs } = await store.round();
    if (place === '' && options.clock.now() - finishedAtMs < options.everyDays * DAY_MS) return;
    await runRound();
  };

  const scheduleCheck = (): void => {
    timer = setTimeout(() => {
      running = look()
        .catch((error: unknown) => {
          if (!stopping.signal.aborted) onError(error);
        })
        .finally(() => {
          if (!stopping.signal.aborted) scheduleCheck();
        });
    }, LOOK_MS).unref();
  };

  return {
    blobs: refuseDamaged(options.blobs, known),
    async start() {
      await known.reload();
      if (options.everyDays > 0) scheduleCheck();
    },
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      await running;
    },
    async runNow() {
      const work = runRound();
      running = work;
      return await work;
    },
    details: () => ({ damaged_files: known.count }),
    metrics: async () => metricsText({ ...(await store.round()), damaged: known.count, readBytes: pace.taken() }),
    forgetSteps: (name) => store.forgetSteps(name),
    forget: () => known.reload(),
  };
}

function metricsText(figures: { damaged: number; readBytes: number; finishedAtMs: number }): string {
  return [
    '# HELP files_damaged Stored files whose bytes are not those that were stored.',
    '# TYPE files_damaged gauge',
    `files_damaged ${figures.damaged}`,
    '# HELP scrub_last_finished_timestamp_seconds When all stored files had been read against their hashes the last time.',
    '# TYPE scrub_last_finished_timestamp_seconds gauge',
    `scrub_last_finished_timestamp_seconds ${Math.floor(figures.finishedAtMs / 1000)}`,
    '# HELP scrub_read_bytes_total Bytes that this process read to compare files with their hashes.',
    '# TYPE scrub_read_bytes_total counter',
    `scrub_read_bytes_total ${figures.readBytes}`,
    '',
  ].join('\n');
}
