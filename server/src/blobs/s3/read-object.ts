import type { Readable } from 'node:stream';
import { BlobError, type BlobReading, type ByteRange } from '../blob-store.ts';
import { createReading } from '../create-reading.ts';
import { type S3Connection, statusOf, storeFailure } from './s3-connection.ts';

export async function readObject(s3: S3Connection, name: string, range?: ByteRange): Promise<BlobReading | undefined> {
  const answer = await s3.call(
    ({ sdk, client, bucket }, abortSignal) => {
      const input = { Bucket: bucket, Key: name, ...(range && { Range: `bytes=${range.start}-${range.end}` }) };
      return client.send(new sdk.GetObjectCommand(input), { abortSignal }).catch((error: unknown) => {
        if (statusOf(error) === 416) return 'beyond the end' as const;
        throw error;
      });
    },
    { timeoutMs: s3.times.callMs },
  );
  if (answer === undefined) return undefined;
  if (answer === 'beyond the end') return emptyReading(s3, name);
  const body = answer.Body as Readable;
  // An unhandled error event would end the process.
  body.on('error', () => undefined);
  const [, start = 0, total = answer.ContentLength] = /^bytes (\d+)-\d+\/(\d+)$/.exec(answer.ContentRange ?? '') ?? [];
  const size = Number(total);
  const from = range?.start ?? 0;
  if (Number(start) !== from) {
    body.destroy();
    throw new BlobError('unavailable', 'The object store returned different bytes than requested.');
  }
  const length = Math.min(range === undefined ? size : range.end + 1, size) - from;
  return createReading(size, {
    pieces: () => firstOf(body, { length, silenceMs: s3.times.silenceMs }),
    release: async () => {
      body.destroy();
    },
  });
}

export async function sizeOfObject(s3: S3Connection, name: string): Promise<number | undefined> {
  const head = await s3.call(
    ({ sdk, client, bucket }, abortSignal) =>
      client.send(new sdk.HeadObjectCommand({ Bucket: bucket, Key: name }), { abortSignal }),
    { timeoutMs: s3.times.callMs },
  );
  return head?.ContentLength;
}

async function emptyReading(s3: S3Connection, name: string): Promise<BlobReading | undefined> {
  const size = await sizeOfObject(s3, name);
  return size === undefined ? undefined : createReading(size, { pieces: nothing, release: async () => undefined });
}

async function* nothing(): AsyncGenerator<Uint8Array> {}

/** Passes on `length` bytes or fails: connections may end early, and some stores return more than the range. */
async function* firstOf(
  body: Readable,
  { length, silenceMs }: { readonly length: number; readonly silenceMs: number },
): AsyncGenerator<Uint8Array> {
  let left = length;
  if (left <= 0) return;
  // Runs only while the consumer waits for the store; the consumer's own pauses do not count.
  const watch = (): NodeJS.Timeout =>
    setTimeout(() => body.destroy(new Error('The object store stopped answering.')), silenceMs);
  let watching = watch();
  try {
    for await (const piece of body as AsyncIterable<Uint8Array>) {
      clearTimeout(watching);
      const taken = piece.subarray(0, left);
      // Counted before the piece is handed on, because the consumer may detach its memory.
      left -= taken.length;
      yield taken;
      if (left <= 0) return;
      watching = watch();
    }
  } catch (error) {
    throw storeFailure(error);
  } finally {
    clearTimeout(watching);
  }
  if (left > 0) throw new BlobError('unavailable', 'The object store returned fewer bytes than announced.');
}
