import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { storageError } from '../../blobs/index.ts';
import { type BodyPace, type Call, pacedBody } from '../../http/index.ts';
import { ServiceError } from '../../platform/errors.ts';
import { DOCUMENT_TYPE } from './control-document.ts';

const PACE: BodyPace = { graceMs: 30_000, bytesPerSecondMin: 10_240, wholeMsMax: 3_600_000 };

export async function receiveDocument(
  path: string,
  { headers, stream }: Pick<Call, 'headers' | 'stream'>,
): Promise<void> {
  const [type = ''] = (headers['content-type'] ?? '').split(';');
  if (type.trim().toLowerCase() !== DOCUMENT_TYPE || headers['content-encoding'] !== undefined) {
    throw new ServiceError('unsupported_media_type', `The body must be sent as ${DOCUMENT_TYPE}, not compressed.`);
  }
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await pipeline(pacedBody(stream, PACE), createWriteStream(path, { mode: 0o600 }));
  } catch (error) {
    await rm(path, { force: true });
    throw storageError(error);
  }
}
