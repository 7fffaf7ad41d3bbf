import type { FileHandle } from 'node:fs/promises';
import { workSignal } from '../../platform/abort.ts';
import type { Limit } from '../../platform/limit.ts';
import type { HashThread } from '../../platform/stream-hash/index.ts';
import { type WrittenStream, writeStream } from '../disk/write-stream.ts';
import { deleteObjects } from './delete-objects.ts';
import type { S3Connection } from './s3-connection.ts';
import { openTemporaryFile, sendTemporaryFile } from './temporary-file.ts';
import { PART_BYTES, PartsUpload } from './upload-parts.ts';

export interface PutOptions {
  readonly s3: S3Connection;
  readonly temporaryDirectory: string;
  readonly sending: Limit;
  readonly hashThread: HashThread;
}

/** Uploads through a temporary file: parts can be sent again, and slow clients take up disk space, not memory. */
export async function putObject(
  { s3, temporaryDirectory, sending, hashThread }: PutOptions,
  name: string,
  bytes: AsyncIterable<Uint8Array>,
  signal?: AbortSignal,
): Promise<WrittenStream> {
  signal?.throwIfAborted();
  const temporaryFile = await openTemporaryFile(temporaryDirectory, name);
  const work = workSignal(signal);
  const whole = { s3, sending, temporaryFile, name, signal: work.signal };
  const upload = new PartsUpload({ ...whole, onFailure: work.abort });
  let isSent = false;
  try {
    const stored = await writeStream(temporaryFile, bytes, {
      hashThread,
      signal: work.signal,
      onWritten: (count) => upload.onWritten(count),
    });
    work.signal.throwIfAborted();
    isSent = true;
    if (stored.size > PART_BYTES) await upload.complete(stored.size);
    else await sending(() => putWhole(whole, stored.size));
    work.signal.throwIfAborted();
    return stored;
  } catch (error) {
    await upload.abort();
    // The object may exist although the store's answer was lost.
    if (isSent) await deleteObjects(s3, [name]).catch(() => undefined);
    throw error;
  } finally {
    work.end();
    await temporaryFile.close().catch(() => undefined);
  }
}

interface WholeUpload {
  readonly s3: S3Connection;
  readonly temporaryFile: FileHandle;
  readonly name: string;
  readonly signal: AbortSignal;
}

async function putWhole({ s3, temporaryFile, name, signal }: WholeUpload, size: number): Promise<void> {
  await s3.call(
    ({ sdk, client, bucket }, abortSignal) =>
      sendTemporaryFile(temporaryFile, { start: 0, end: size }, (body) => {
        const input = { Bucket: bucket, Key: name, Body: body, ContentLength: size };
        return client.send(new sdk.PutObjectCommand(input), { abortSignal });
      }),
    { signal, timeoutMs: s3.times.partMs },
  );
}
