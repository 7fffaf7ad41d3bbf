import type { S3Client, S3ServiceException } from '@aws-sdk/client-s3';
import type { BlobsConfig } from '../../config/index.ts';
import { orAborted, workSignal } from '../../platform/abort.ts';
import { BlobError } from '../blob-store.ts';

export type S3Config = Extract<BlobsConfig, { kind: 's3' }>;
type Sdk = typeof import('@aws-sdk/client-s3');

export interface S3Session {
  readonly sdk: Sdk;
  readonly client: S3Client;
  readonly bucket: string;
}

export interface S3CallOptions {
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs: number;
}

export interface S3Times {
  readonly callMs: number;
  readonly partMs: number;
  /** For a pause of the store during a reading. */
  readonly silenceMs: number;
  readonly retryMs: readonly number[];
}

export const S3_TIMES: S3Times = { callMs: 15_000, partMs: 120_000, silenceMs: 30_000, retryMs: [100, 500] };

const nothing = (): void => undefined;
const SILENT = { debug: nothing, info: nothing, warn: nothing, error: nothing };
const CONNECT_MS = 3_000;
const SOCKETS_MAX = 64;
const FULL = ['InsufficientStorage', 'QuotaExceeded', 'XMinioStorageFull'];
const BUSY_STATUSES = [408, 429];

export class S3Connection {
  readonly times: S3Times;
  readonly #config: S3Config;
  #opening: Promise<S3Session> | undefined;

  constructor(config: S3Config, times: S3Times) {
    this.#config = config;
    this.times = times;
  }

  session(): Promise<S3Session> {
    this.#opening ??= open(this.#config);
    return this.#opening;
  }

  /** Retries temporary failures. Failures are `BlobError`, apart from the signal's reason. Undefined: there is no such object. */
  async call<T>(
    work: (session: S3Session, abortSignal: AbortSignal) => Promise<T>,
    { signal, timeoutMs }: S3CallOptions,
  ): Promise<T | undefined> {
    const session = await this.session();
    for (let tries = 0; ; tries += 1) {
      signal?.throwIfAborted();
      const tried = workSignal(signal, timeoutMs);
      try {
        return await orAborted(work(session, tried.signal), tried.signal);
      } catch (error) {
        // Ends a request whose body could not be read.
        tried.abort(error);
        signal?.throwIfAborted();
        if (isMissing(error)) return undefined;
        const pauseMs = this.times.retryMs[tries];
        if (pauseMs === undefined || !mayPass(error)) throw storeFailure(error);
        await pause(pauseMs, signal);
      } finally {
        tried.end();
      }
    }
  }

  async close(): Promise<void> {
    const session = await this.#opening?.catch(() => undefined);
    session?.client.destroy();
  }
}

async function open({ endpoint, region, bucket, accessKey, secretKey }: S3Config): Promise<S3Session> {
  const sdk = await import('@aws-sdk/client-s3');
  const agent = { keepAlive: true, maxSockets: SOCKETS_MAX };
  const client = new sdk.S3Client({
    endpoint,
    region,
    credentials: { accessKeyId: accessKey, secretAccessKey: secretKey },
    forcePathStyle: true,
    // We retry ourselves, because the library cannot read a stream twice.
    maxAttempts: 1,
    // Not every compatible store supports the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    expectContinueHeader: false,
    logger: SILENT,
    requestHandler: { connectionTimeout: CONNECT_MS, httpAgent: agent, httpsAgent: agent },
  });
  return { sdk, client, bucket };
}

export function statusOf(error: unknown): number | undefined {
  return error instanceof Error && '$metadata' in error
    ? (error as S3ServiceException).$metadata.httpStatusCode
    : undefined;
}

/** Also true for an upload that has already ended, whose parts are gone, but not for a missing bucket. */
function isMissing(error: unknown): boolean {
  return statusOf(error) === 404 && error instanceof Error && error.name !== 'NoSuchBucket';
}

function isFull(error: unknown): boolean {
  return statusOf(error) === 507 || (error instanceof Error && FULL.includes(error.name));
}

function mayPass(error: unknown): boolean {
  if (error instanceof BlobError || isFull(error)) return false;
  const status = statusOf(error);
  return status === undefined || status < 300 || status >= 500 || BUSY_STATUSES.includes(status);
}

export function storeFailure(error: unknown): BlobError {
  if (error instanceof BlobError) return error;
  return isFull(error)
    ? new BlobError('storage_full', 'The object store is full.', error)
    : new BlobError('unavailable', 'The object store failed.', error);
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, ms);
    signal?.addEventListener('abort', abort, { once: true });
  });
}
