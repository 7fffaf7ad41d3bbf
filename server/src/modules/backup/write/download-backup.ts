import { ARCHIVE_EXTENSION, ARCHIVE_TYPE, type Excludable } from '../../../archive/format/index.ts';
import type { Answer, MemberCall } from '../../../http/index.ts';
import { ServiceError } from '../../../platform/errors.ts';
import type { BackupContext } from '../backup-context.ts';
import { passphraseOf } from '../passphrase-header.ts';
import { type BuiltArchive, buildArchive } from './build-archive.ts';

/** Each download uses disk space and holds blobs for as long as its client reads. */
const AT_ONCE_MAX = 2;
const RETRY_SECONDS = 30;

export type RunningDownloads = Map<string, number>;

export async function downloadBackup(
  context: BackupContext & { readonly downloads: RunningDownloads },
  call: MemberCall<unknown>,
  excluded: readonly Excludable[],
): Promise<Answer> {
  const { project, headers, signal } = call;
  const passphrase = passphraseOf(headers);
  const release = take(context.downloads, project.store);
  let built: BuiltArchive;
  try {
    built = await buildArchive(context, { project, excluded, passphrase });
  } catch (error) {
    release();
    throw error;
  }
  const end = async (): Promise<void> => {
    release();
    await built.close();
  };
  await record(context, call, built).catch(async (error: unknown) => {
    await end();
    throw error;
  });
  const name = `${project.id}-${built.manifest.created_at.replaceAll(/[-:]|\.\d+/g, '')}${ARCHIVE_EXTENSION}`;
  return {
    status: 200,
    headers: {
      'Content-Type': ARCHIVE_TYPE,
      'Content-Length': String(built.bytes),
      'Content-Disposition': `attachment; filename="${name}"`,
    },
    body: ending(built.pieces, { untilMs: built.untilMs, nowMs: () => context.clock.now(), signal, end }),
  };
}

async function record(
  { database, audit }: BackupContext,
  call: MemberCall<unknown>,
  built: BuiltArchive,
): Promise<void> {
  const { project } = call;
  const details = { archive_id: built.manifest.archive_id, excluded: built.manifest.excluded, bytes: built.bytes };
  await database.write('control', [
    audit.step(call, { project, action: 'project.backup', target: project.id, details }),
  ]);
}

function take(downloads: RunningDownloads, store: string): () => void {
  const running = downloads.get(store) ?? 0;
  if (running >= AT_ONCE_MAX) {
    throw new ServiceError('overloaded', `At most ${AT_ONCE_MAX} backups of a project are downloaded at once.`, {
      retryAfterSeconds: RETRY_SECONDS,
    });
  }
  downloads.set(store, running + 1);
  return () => {
    const left = (downloads.get(store) ?? 1) - 1;
    if (left === 0) downloads.delete(store);
    else downloads.set(store, left);
  };
}

/** Releases everything at the end, even when the client disconnects before reading anything. */
async function* ending(
  pieces: AsyncIterable<Uint8Array>,
  {
    untilMs,
    nowMs,
    signal,
    end,
  }: {
    readonly untilMs: number;
    readonly nowMs: () => number;
    readonly signal: AbortSignal;
    readonly end: () => Promise<void>;
  },
): AsyncGenerator<Uint8Array> {
  try {
    for await (const piece of pieces) {
      if (nowMs() > untilMs) throw new Error('The client read too slowly.');
      if (signal.aborted) return;
      yield piece;
    }
  } finally {
    await end();
  }
}
