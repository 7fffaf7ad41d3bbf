import type { IncomingHttpHeaders } from 'node:http';
import type { BlobKey, BlobReading } from '../../../blobs/index.ts';
import { storageError } from '../../../blobs/index.ts';
import { type Answer, judgeConditions, ProtocolError } from '../../../http/index.ts';
import type { Images } from '../images/index.ts';
import { blobKey, type StorageContext } from '../storage-context.ts';
import { downloadHeaders, type Form } from './download-headers.ts';
import type { DownloadRequest, FindingContext, FoundDownload } from './find-download.ts';
import type { DownloadQuery } from './read-rendition.ts';

export type DownloadContext = FindingContext &
  Pick<StorageContext, 'blobs' | 'settings'> & { readonly images: Pick<Images, 'render'> };

export interface DownloadInput extends DownloadRequest {
  readonly query: DownloadQuery;
  readonly signal: AbortSignal;
}

export interface Download {
  readonly context: DownloadContext;
  readonly input: DownloadInput;
  readonly found: FoundDownload;
}

export function keyOf({ input, found }: Download): BlobKey {
  return blobKey(input.project, found.file.id);
}

export function headersOf({ input, found }: Download, form: Form): Record<string, string> {
  return downloadHeaders(found, form, input.query.download === '1');
}

/** 304 when the caller already has these bytes. Throws when the request's preconditions name another version. */
export function unmodified(download: Download, form: Form): Answer | undefined {
  const headers: IncomingHttpHeaders = download.input.request.headers;
  const lastModifiedMs = Date.parse(download.found.file.createdAt);
  const verdict = judgeConditions(headers, { etag: form.etag, lastModifiedMs });
  if (verdict === 'send') return undefined;
  if (verdict === 'not_modified') return { status: 304, headers: headersOf(download, form), body: '' };
  throw new ProtocolError(412, 'validation_failed', 'The file does not match If-Match or If-Unmodified-Since.');
}

export function withoutBody(headers: Record<string, string>, size: number): Answer {
  return { status: 200, headers: withLength(headers, size), body: nothing() };
}

export function withLength(headers: Record<string, string>, bytes: number): Record<string, string> {
  return { ...headers, 'Content-Length': String(bytes) };
}

async function* nothing(): AsyncGenerator<Uint8Array> {}

export async function* bytesOf({ bytes }: BlobReading): AsyncGenerator<Uint8Array> {
  try {
    yield* bytes;
  } catch (error) {
    throw storageError(error);
  }
}

export async function reachStorage<Result>(reach: () => Promise<Result>): Promise<Result> {
  try {
    return await reach();
  } catch (error) {
    throw storageError(error);
  }
}
