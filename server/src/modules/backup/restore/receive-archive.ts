import { createWriteStream } from 'node:fs';
import { mkdir, rm, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ARCHIVE_TYPE, DamagedArchive, judgeHead } from '../../../archive/format/index.ts';
import { type BodyPace, type Call, pacedBody } from '../../../http/index.ts';
import { ServiceError } from '../../../platform/errors.ts';
import { diskError } from '../disk-error.ts';
import { invalidArchive } from './invalid-archive.ts';

const PACE: BodyPace = { graceMs: 30_000, bytesPerSecondMin: 10_240, wholeMsMax: 12 * 3_600_000 };

/** Writes the body to its own file. Throws `unsupported_media_type`, `storage_full`; then no file is left. */
export async function receiveArchive(
  path: string,
  { headers, stream }: Pick<Call, 'headers' | 'stream'>,
): Promise<void> {
  const [type = ''] = (headers['content-type'] ?? '').split(';');
  if (type.trim().toLowerCase() !== ARCHIVE_TYPE) {
    throw new ServiceError('unsupported_media_type', `The body must be an archive, sent as ${ARCHIVE_TYPE}.`);
  }
  if (headers['content-encoding'] !== undefined && headers['content-encoding'].trim().toLowerCase() !== 'identity') {
    throw new ServiceError('unsupported_media_type', 'The archive must not be compressed by Content-Encoding.');
  }
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await requireRoom(dirname(path), Number(headers['content-length'] ?? 0));
  await writeToFile(path, judgeHead(pacedBody(stream, PACE)));
}

export async function writeToFile(path: string, pieces: AsyncIterable<Uint8Array>): Promise<void> {
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await pipeline(pieces, createWriteStream(path, { mode: 0o600 }));
  } catch (error) {
    await rm(path, { force: true });
    throw error instanceof DamagedArchive ? invalidArchive(error) : diskError(error);
  }
}

async function requireRoom(directory: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(directory);
  if (bytes <= bavail * bsize) return;
  throw new ServiceError('storage_full', 'There is no room on the disk for this archive. Nothing was changed.');
}
