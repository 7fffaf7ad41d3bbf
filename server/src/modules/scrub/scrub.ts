import type { BlobStore } from '../../blobs/index.ts';
import type { ChangeFeed } from '../../database/change-feed.ts';
import type { Database, PlainStep, StoreName } from '../../database/database.ts';
import { isDatabaseFailure, isNotApplied } from '../../database/errors.ts';
import { type Clock, isoTime } from '../../platform/clock.ts';
import type { Logger } from '../../platform/logger.ts';
import type { Audit } from '../audit/index.ts';
import type { ExpectedBlob, ExpectedBlobs } from './expected-blob.ts';
import { type BlobDamage, judgeBlob } from './judge-blob.ts';
import { createKnownDamage, DAMAGE_SUBJECT, refuseDamaged } from './known-damage.ts';
import { createPace } from './pace.ts';
import { createScrubStore, LEASE_STEP } from './scrub-store.ts';

const DAY_MS = 86_400_000;
const LOOK_MS = 60_000;
/** Renewed with every page of blobs, and by timer while a long blob is read. */
const LEASE_MS = 10 * 60_000;
const RENEW_EVERY_MS = 60_000;
const PAGE = 100;

export interface Scrub {
  /** The blob store; reading a blob that is known to be damaged throws `damaged`. */
  readonly blobs: BlobStore;
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Reads everything now, even right after a round. False when another process holds the lease. For tests. */
  runNow(): Promise<boolean>;
  details(): { readonly damaged_files: number };
  metrics(): Promise<string>;
  /** Steps that remove a deleted project's entries from the control store. */
  forgetSteps(store: StoreName): readonly PlainStep[];
  /** Call this after a project is deleted. */
  forget(): Promise<void>;
}

export interface ScrubOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly ids: () => string;
  readonly logger: Logger;
  readonly feed: ChangeFeed;
  readonly audit: Audit;
  readonly blobs: BlobStore;
  /** 0 turns the scrub off. */
  readonly everyDays: number;
  readonly bytesPerSecond?: number;
  /** Called only when a round runs. */
  readonly expected: () => readonly ExpectedBlobs[];
  readonly projectId: (store: StoreName) => Promise<string | undefined>;
  readonly onError: (error: unknown) => void;
}

interface Source extends ExpectedBlobs {
  readonly stores: ReadonlySet<StoreName>;
}

/** Position of a round: the store, the source of its blobs, and the last blob that was read. */
interface Place {
  readonly store: StoreName;
  readonly source: number;
  readonly id: string;
}

/** Reads every blob slowly and checks it against its hash, round after round, in one process at a time. */
export function createScrub(options: ScrubOptions): Scrub {
  const { database, clock, logger, feed, onError } = options;
  const store = createScrubStore(database);
  const known = createKnownDamage(store, feed, onError);
  const owner = options.ids();
  const stopping = new AbortController();
  const pace = createPace(options.bytesPerSecond ?? BYTES_PER_SECOND, stopping.signal);
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<unknown> = Promise.resolve();

  const lease = (): PlainStep => {
    const nowMs = clock.now();
    return store.takeStep({ owner, nowMs, untilMs: nowMs + LEASE_MS });
  };

  const note = async (name: StoreName, blob: ExpectedBlob, damage: BlobDamage | undefined): Promise<void> => {
    const key = { group: name, id: blob.id };
    if ((damage !== undefined) === known.has(key)) return;
    const projectId = await options.projectId(name);
    if (projectId === undefined) return;
    const damaged = { store: name, id: blob.id };
    await database.write('control', [
      damage === undefined ? store.soundStep(damaged) : store.damageStep(damaged, damage, isoTime(clock.now())),
      options.audit.step(
        { operator: { kind: 'service' } },
        {
          project: { id: projectId, store: name },
          action: damage === undefined ? 'file.sound' : 'file.damaged',
          target: blob.id,
          ...(damage && { details: { damage } }),
        },
      ),
      ...feed.steps(DAMAGE_SUBJECT),
    ]);
    await known.reload();
    if (damage !== undefined) logger.error({ project: projectId, file: blob.id, damage }, 'A stored file is damaged.');
  };

  const isExpected = async (name: StoreName, source: ExpectedBlobs, { id }: ExpectedBlob): Promise<boolean> =>
    (await source.list(name, before(id), 1)).some((blob) => blob.id === id);

  const read = async (name: StoreName, source: ExpectedBlobs, blob: ExpectedBlob): Promise<void> => {
    const key = { group: name, id: blob.id };
    let damage = await judgeBlob(options.blobs, key, blob, pace.take);
    // Read again: a fault of a cable or a cache passes, and the file may have been deleted in the meantime.
    if (damage !== undefined) damage = await judgeBlob(options.blobs, key, blob, pace.take);
    if (damage !== undefined && !(await isExpected(name, source, blob))) return;
    await note(name, blob, damage);
  };

  const readStore = async (name: StoreName, sources: readonly Source[], from: Place | undefined): Promise<void> => {
    for (const [at, source] of sources.entries()) {
      if (!source.stores.has(name) || (from !== undefined && at < from.source)) continue;
      let id = from?.source === at ? from.id : FIRST_ID;
      for (;;) {
        const page = await source.list(name, id, PAGE);
        for (const blob of page) {
          if (stopping.signal.aborted) return;
          await read(name, source, blob);
          id = blob.id;
        }
        if (page.length === 0) break;
        const place: Place = { store: name, source: at, id };
        await database.write('control', [lease(), store.placeStep(owner, JSON.stringify(place))]);
      }
    }
  };

  const round = async (): Promise<void> => {
    const { place } = await store.round();
    const from = place === '' ? undefined : (JSON.parse(place) as Place);
    const sources = await Promise.all(
      options.expected().map(async (blobs) => ({ ...blobs, stores: new Set(await database.stores(blobs.table)) })),
    );
    for (const name of [...new Set(sources.flatMap(({ stores }) => [...stores]))].sort()) {
      if (from !== undefined && name < from.store) continue;
      try {
        await readStore(name, sources, name === from?.store ? from : undefined);
      } catch (error) {
        // The project was deleted during the round, with all its files.
        if (!isDatabaseFailure(error, 'dropped')) throw error;
      }
      if (stopping.signal.aborted) return;
    }
    await database.write('control', [store.finishStep(owner, clock.now())]);
  };

  /** Renews the lease until the round ends, however long one blob takes. */
  const runRound = async (): Promise<boolean> => {
    try {
      await database.write('control', [lease()]);
    } catch (error) {
      if (isNotApplied(error, LEASE_STEP)) return false;
      throw error;
    }
    const renewing = setInterval(() => void database.write('control', [lease()]).catch(onError), RENEW_EVERY_MS);
    try {
      await round();
      return true;
    } finally {
      clearInterval(renewing);
      await database.write('control', [store.releaseStep(owner)]);
    }
  };

  const look = async (): Promise<void> => {
    const { place, finishedAtMs } = await store.round();
    if (place === '' && clock.now() - finishedAtMs < options.everyDays * DAY_MS) return;
    await runRound();
  };

  const lookLater = (): void => {
    timer = setTimeout(() => {
      running = look()
        .catch((error: unknown) => {
          if (!stopping.signal.aborted) onError(error);
        })
        .finally(() => {
          if (!stopping.signal.aborted) lookLater();
        });
    }, LOOK_MS).unref();
  };

  return {
    blobs: refuseDamaged(options.blobs, known),
    async start() {
      await known.reload();
      if (options.everyDays > 0) lookLater();
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

/** About 20 TB in 30 days; a disk delivers hundreds of megabytes a second. */
const BYTES_PER_SECOND = 8 * 1024 * 1024;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** The id right before another, both read as 16-byte hexadecimal numbers. */
function before(id: string): string {
  const number = BigInt(`0x${id.replaceAll('-', '')}`) - 1n;
  const digits = number.toString(16).padStart(32, '0');
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
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
