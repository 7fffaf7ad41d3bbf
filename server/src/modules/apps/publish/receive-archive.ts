import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type BodyPace, pacedBody } from '../../../http/index.ts';
import { ServiceError, validationFailed } from '../../../platform/errors.ts';

const ARCHIVE_BYTES_MAX = 100 * 1024 * 1024;
const PACE: BodyPace = { graceMs: 30_000, bytesPerSecondMin: 10_240, wholeMsMax: 3_600_000 };
/** Longer than any publish takes: a process does not know which archives other processes are receiving. */
const LEFT_MS = 6 * 60 * 60 * 1000;

export interface ReceivedArchive {
  readonly path: string;
  remove(): Promise<void>;
}

export function archiveFolder(dataDir: string): string {
  return join(dataDir, 'cache', 'deployments');
}

/** Writes the body to a new file. Throws `unsupported_media_type` or `payload_too_large`; no file is left behind then. */
export async function receiveArchive(
  folder: string,
  name: string,
  { headers, stream }: { readonly headers: IncomingHttpHeaders; readonly stream: Readable },
): Promise<ReceivedArchive> {
  requireGzip(headers);
  if (Number(headers['content-length'] ?? 0) > ARCHIVE_BYTES_MAX) throw tooLarge();
  await mkdir(folder, { recursive: true });
  const path = join(folder, name);
  const remove = (): Promise<void> => rm(path, { force: true });
  try {
    await pipeline(limited(pacedBody(stream, PACE)), createWriteStream(path, { mode: 0o600 }));
    return { path, remove };
  } catch (error) {
    await remove();
    if (isDiskFull(error)) {
      throw new ServiceError('storage_full', 'There is no space left to unpack this. Nothing was changed.', {
        cause: error,
      });
    }
    throw error;
  }
}

/** Removes archives of processes that died. Call it before anything is received. */
export async function removeLeftArchives(folder: string, isShared: boolean): Promise<void> {
  const nowMs = Date.now();
  const names = await readdir(folder).catch(() => []);
  for (const name of names) {
    const path = join(folder, name);
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: nowMs }));
    if (!isShared || nowMs - mtimeMs > LEFT_MS) await rm(path, { force: true });
  }
}

function isDiskFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT');
}

function requireGzip(headers: IncomingHttpHeaders): void {
  const [type = ''] = (headers['content-type'] ?? '').split(';');
  if (type.trim().toLowerCase() !== 'application/gzip') {
    throw new ServiceError('unsupported_media_type', 'The body must be a tar.gz, sent as application/gzip.');
  }
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && encoding.trim().toLowerCase() !== 'identity') {
    throw new ServiceError(
      'unsupported_media_type',
      'The archive must not be compressed once more by Content-Encoding.',
    );
  }
}

async function* limited(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const piece of body) {
    bytes += piece.byteLength;
    if (bytes > ARCHIVE_BYTES_MAX) throw tooLarge();
    yield piece;
  }
  if (bytes === 0) throw validationFailed({ archive: 'is empty' });
}

function tooLarge(): ServiceError {
  return new ServiceError('payload_too_large', `The archive is larger than ${ARCHIVE_BYTES_MAX} bytes.`);
}
