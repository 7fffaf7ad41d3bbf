import { realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { BlobStore } from '../blobs/index.ts';
import { type Config, ConfigProblems, VERSION } from '../config/index.ts';
import type { LogArchive, LoggingEngine } from '../database/index.ts';
import { isoTime } from '../platform/clock.ts';
import type { Logger } from '../platform/logger.ts';
import { makeFolderSync } from '../platform/make-folder.ts';
import { ArchiveLag } from './archive-lag.ts';
import { ArchiverThread } from './archiver-thread.ts';
import { tryFolderPlace } from './place/folder-place.ts';
import { watchPlace } from './place-watch.ts';
import { type RecoveredProjectData, recoverProjectData } from './recover-project.ts';
import { type RecoverableMoments, recoverableMoments } from './recoverable-moments.ts';
import type { ArchiverFigures } from './thread/protocol.ts';

/** The service has ten seconds to end; this is the archive's share of them. */
const FINISH_MS = 3_000;
/** The archive's newest moment is the present if pending commits are archived within this time. */
const SETTLE_MS = 10_000;
const BEHIND_FACTOR = 5;
const INSIDE = 'SERVICE_ARCHIVE_URL must not be inside SERVICE_DATA_DIR: it would be lost together with it.';

export interface ArchiveStatus {
  readonly state: 'ok' | 'behind' | 'failing';
  readonly lag_seconds: number;
  readonly last_success_at: string | null;
  readonly error: string | null;
  readonly stored_bytes: number;
  /** The first moment at which everything can be recovered; null while there is none. */
  readonly oldest_moment: string | null;
}

export interface InstanceArchive {
  readonly logs: LogArchive;
  archiveBlobs(blobs: BlobStore): BlobStore;
  status(): ArchiveStatus;
  figures(): ArchiverFigures | undefined;
  metrics(): string;
  /** Archives all commits so far; returns the moments at which every store can be recovered, undefined while there are none. */
  moments(): Promise<RecoverableMoments | undefined>;
  /** A project at a moment, recovered into a new folder. Throws `NotInArchive`, `UnusableArchive`. */
  recoverProject(project: {
    readonly id: string;
    readonly atMs: number;
    readonly folder: string;
  }): Promise<RecoveredProjectData>;
  /** Archives everything committed; call it when all writes have ended, before the database is closed. */
  close(): Promise<void>;
}

/** Undefined without a place. Throws `ConfigProblems` for a folder that cannot be used. */
export function createInstanceArchive(config: Config, logger: Logger): InstanceArchive | undefined {
  const { archive, dataDir, blobs } = config;
  const { place } = archive;
  if (place === undefined) {
    // Archiving stops here, so a later archive must not continue this one.
    rmSync(join(dataDir, 'archive'), { recursive: true, force: true });
    return undefined;
  }
  if (place.kind === 'file') requireFolder(place.directory, dataDir);
  warn(config, logger);
  const data = { ...archive, place, dataDir, hasFiles: blobs.kind === 'disk', version: VERSION };
  let figures: ArchiverFigures | undefined;
  const notePlace = watchPlace(logger);
  let engine: LoggingEngine | undefined;
  const lag = new ArchiveLag();
  const onFailure = (error: unknown): void =>
    logger.warn({ err: { message: String(error) } }, 'The archive has a problem.');
  const close = (store: string): Promise<void> => thread.perform({ op: 'close', store });
  const thread = new ArchiverThread(data, {
    onFailure,
    onMessage(message) {
      if (message.op === 'figures') {
        figures = message.figures;
        notePlace(figures.placeFailure);
        lag.heard(figures.heardMs ?? 0);
        thread.tellCommits();
      } else if (message.op === 'warning') onFailure(message.message);
      else engine?.closed(message.store, () => close(message.store)).catch(onFailure);
    },
  });
  const perform = async (op: 'hold' | 'take_all' | 'drop', store: string): Promise<void> => {
    await thread.perform({ op, store }).catch(onFailure);
  };
  const status = (): ArchiveStatus => statusOf(figures, lag.sinceMs(figures?.waitingSinceMs), archive.seconds);
  const settle = async (): Promise<number | undefined> => {
    const askedMs = Date.now();
    return (await within(SETTLE_MS, thread.perform({ op: 'settle' }))) ? askedMs : undefined;
  };
  return {
    logs: {
      noteCommits(stores) {
        const atMs = Date.now();
        lag.note(atMs);
        thread.noteCommits(stores, atMs);
      },
      hold: (store) => perform('hold', store),
      takeAll: (store) => perform('take_all', store),
      noteDrop: (store) => perform('drop', store),
      async serve(served) {
        engine = served;
        await thread.start();
      },
    },
    archiveBlobs: (store) => ({
      ...store,
      confirm(key) {
        store.confirm(key);
        thread.tellBlobs([{ ...key }], []);
      },
      async delete(keys) {
        await store.delete(keys);
        thread.tellBlobs(
          [],
          keys.map((key) => ({ ...key })),
        );
      },
    }),
    status,
    figures: () => figures,
    metrics: () => metricsOf(figures, status()),
    async moments() {
      const first = await settle();
      const found = recoverableMoments(figures, first);
      // The generation may have become complete only after the call.
      return found ?? (first === undefined ? undefined : recoverableMoments(figures, await settle()));
    },
    recoverProject: ({ id, atMs, folder }) =>
      recoverProjectData({
        place,
        passphrase: archive.passphrase,
        dataDir: folder,
        atMs,
        projects: [id],
        generation: figures?.generation,
      }),
    close: () => thread.close(FINISH_MS),
  };
}

async function within(ms: number, work: Promise<void>): Promise<boolean> {
  const late = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => late.resolve(false), ms);
  try {
    const done = work.then(
      () => true,
      () => false,
    );
    return await Promise.race([done, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

function requireFolder(directory: string, dataDir: string): void {
  try {
    makeFolderSync(directory);
    makeFolderSync(dataDir);
    const isInside = `${realpathSync(directory)}/`.startsWith(`${realpathSync(dataDir)}/`);
    if (isInside) throw new ConfigProblems([INSIDE]);
    tryFolderPlace(directory);
  } catch (error) {
    if (error instanceof ConfigProblems) throw error;
    throw new ConfigProblems([`The folder of SERVICE_ARCHIVE_URL cannot be written to: ${String(error)}`]);
  }
}

function warn({ archive: { place, passphrase }, blobs, masterKey }: Config, logger: Logger): void {
  if (passphrase === undefined && place?.kind === 's3' && !isHere(place.endpoint)) {
    logger.warn({}, 'The archive leaves this machine unencrypted: set SERVICE_ARCHIVE_PASSPHRASE.');
  }
  if (passphrase === undefined && masterKey === undefined) {
    logger.warn(
      {},
      'The archive does not contain the master key: keep a copy of the file master.key of the data directory elsewhere.',
    );
  }
  if (blobs.kind === 's3') {
    logger.info(
      {},
      'Files are in the store of SERVICE_BLOBS_URL, so they are not archived; a recovery needs them there.',
    );
  }
}

function isHere(endpoint: string): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(new URL(endpoint).hostname);
}

function statusOf(figures: ArchiverFigures | undefined, sinceMs: number | undefined, seconds: number): ArchiveStatus {
  const lag = sinceMs === undefined ? 0 : Math.max(0, (Date.now() - sinceMs) / 1000);
  const isBehind = lag > BEHIND_FACTOR * seconds;
  return {
    state: figures?.failure !== undefined ? 'failing' : isBehind ? 'behind' : 'ok',
    lag_seconds: Math.ceil(lag * 10) / 10,
    last_success_at: figures?.lastSuccessMs === undefined ? null : isoTime(figures.lastSuccessMs),
    error: figures?.failure ?? null,
    stored_bytes: figures?.storedBytes ?? 0,
    oldest_moment: figures?.fromMs === undefined || figures.toMs === undefined ? null : isoTime(figures.fromMs),
  };
}

function metricsOf(figures: ArchiverFigures | undefined, { lag_seconds: lag }: ArchiveStatus): string {
  const metric = (name: string, type: 'gauge' | 'counter', help: string, value: number): readonly string[] => [
    `# HELP ${name} ${help}`,
    `# TYPE ${name} ${type}`,
    `${name} ${value}`,
  ];
  return [
    ...metric('archive_lag_seconds', 'gauge', 'How long the oldest change waits to be archived.', lag),
    ...metric('archive_bytes_total', 'counter', 'Bytes that were sent to the archive.', figures?.sentBytes ?? 0),
    ...metric('archive_errors_total', 'counter', 'Calls of the archive that failed.', figures?.errors ?? 0),
    ...metric(
      'archive_last_success_timestamp_seconds',
      'gauge',
      'When something was last archived.',
      Math.floor((figures?.lastSuccessMs ?? 0) / 1000),
    ),
    '',
  ].join('\n');
}
