import type { FileHandle } from 'node:fs/promises';
import { createLimit, type Limit } from '../../platform/limit.ts';
import { BlobError } from '../blob-store.ts';
import { sizeOfObject } from './read-object.ts';
import type { S3Connection } from './s3-connection.ts';
import { sendTemporaryFile } from './temporary-file.ts';

export const PART_BYTES = 8 * 1024 * 1024;
/** The limit for one upload, so that others get their turn. */
const PARTS_AT_ONCE = 2;

export interface PartsOptions {
  readonly s3: S3Connection;
  readonly sending: Limit;
  readonly temporaryFile: FileHandle;
  readonly name: string;
  readonly signal: AbortSignal;
  readonly onFailure: (error: unknown) => void;
}

export class PartsUpload {
  readonly #options: PartsOptions;
  readonly #ownTurn = createLimit(PARTS_AT_ONCE);
  readonly #parts: Promise<{ PartNumber: number; ETag: string }>[] = [];
  #uploadId: Promise<string> | undefined;

  constructor(options: PartsOptions) {
    this.#options = options;
  }

  /** Reports the bytes in the temporary file. An object that fits into one part is not sent here but as a whole. */
  onWritten(bytes: number): void {
    if (bytes <= PART_BYTES) return;
    while (bytes >= (this.#parts.length + 1) * PART_BYTES) this.#sendNext((this.#parts.length + 1) * PART_BYTES);
  }

  async complete(size: number): Promise<void> {
    if (this.#parts.length * PART_BYTES < size) this.#sendNext(size);
    const Parts = await Promise.all(this.#parts);
    const { s3, name, signal } = this.#options;
    const UploadId = await this.#upload();
    const completed = await s3
      .call(
        ({ sdk, client, bucket }, abortSignal) =>
          client.send(
            new sdk.CompleteMultipartUploadCommand({ Bucket: bucket, Key: name, UploadId, MultipartUpload: { Parts } }),
            { abortSignal },
          ),
        { signal, timeoutMs: s3.times.partMs },
      )
      .catch((error: unknown) => error);
    signal.throwIfAborted();
    if (completed !== undefined && !(completed instanceof Error)) return;
    // An earlier try may have completed the upload although its answer was lost; the upload is then gone. Names are used only once.
    if ((await sizeOfObject(s3, name)) === size) return;
    throw completed ?? new BlobError('unavailable', 'The object store has lost an upload.');
  }

  /** Deletes the parts already sent. Never fails: remaining parts are swept. */
  async abort(): Promise<void> {
    await Promise.allSettled(this.#parts);
    const UploadId = await this.#uploadId?.catch(() => undefined);
    if (UploadId === undefined) return;
    const { s3, name } = this.#options;
    await s3
      .call(
        ({ sdk, client, bucket }, abortSignal) =>
          client.send(new sdk.AbortMultipartUploadCommand({ Bucket: bucket, Key: name, UploadId }), { abortSignal }),
        { timeoutMs: s3.times.callMs },
      )
      .catch(() => undefined);
  }

  #sendNext(end: number): void {
    const start = this.#parts.length * PART_BYTES;
    const number = this.#parts.length + 1;
    const part = this.#ownTurn(() => this.#options.sending(() => this.#send(number, start, end)));
    this.#parts.push(part);
    part.catch(this.#options.onFailure);
  }

  async #send(PartNumber: number, start: number, end: number): Promise<{ PartNumber: number; ETag: string }> {
    const { s3, name, temporaryFile, signal } = this.#options;
    const UploadId = await this.#upload();
    const answer = await s3.call(
      ({ sdk, client, bucket }, abortSignal) =>
        sendTemporaryFile(temporaryFile, { start, end }, (body) => {
          const part = { Bucket: bucket, Key: name, UploadId, PartNumber, Body: body, ContentLength: end - start };
          return client.send(new sdk.UploadPartCommand(part), { abortSignal });
        }),
      { signal, timeoutMs: s3.times.partMs },
    );
    if (answer?.ETag === undefined) throw new BlobError('unavailable', 'The object store has lost an upload.');
    return { PartNumber, ETag: answer.ETag };
  }

  #upload(): Promise<string> {
    this.#uploadId ??= this.#begin();
    return this.#uploadId;
  }

  async #begin(): Promise<string> {
    const { s3, name, signal } = this.#options;
    const answer = await s3.call(
      ({ sdk, client, bucket }, abortSignal) =>
        client.send(new sdk.CreateMultipartUploadCommand({ Bucket: bucket, Key: name }), { abortSignal }),
      { signal, timeoutMs: s3.times.callMs },
    );
    if (answer?.UploadId === undefined) throw new BlobError('unavailable', 'The object store refuses uploads.');
    return answer.UploadId;
  }
}
