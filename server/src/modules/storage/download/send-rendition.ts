import type { Answer } from '../../../http/index.ts';
import { ServiceError } from '../../../platform/errors.ts';
import { fileNotFound } from '../file-scope.ts';
import type { Rendition } from '../images/index.ts';
import {
  bytesOf,
  type Download,
  headersOf,
  keyOf,
  reachStorage,
  unmodified,
  withLength,
  withoutBody,
} from './download.ts';
import type { Form } from './download-headers.ts';
import { renditionName, renditionTag } from './read-rendition.ts';

export async function sendRendition(download: Download, rendition: Rendition): Promise<Answer> {
  const { context, input, found } = download;
  const { name, mimeType, checksumSha256 } = found.file;
  const form: Form = { name, mimeType, etag: `"${checksumSha256}-${renditionTag(rendition)}"`, isRendition: true };
  const known = unmodified(download, form);
  if (known !== undefined) return known;
  const source = { key: keyOf(download), mimeType };
  const reading = await reachStorage(() => context.images.render(source, rendition, input.signal)).catch((error) => {
    throw input.signal.aborted ? callerGone(error) : error;
  });
  if (reading === undefined) throw fileNotFound();
  const made = { ...form, mimeType: reading.mimeType, name: renditionName(name, reading.mimeType, mimeType) };
  const headers = headersOf(download, made);
  if (input.request.method !== 'HEAD') {
    return { status: 200, headers: withLength(headers, reading.size), body: bytesOf(reading) };
  }
  await reading.close();
  return withoutBody(headers, reading.size);
}

/** The caller has disconnected and never sees this. As a service error it is not logged as our failure. */
function callerGone(cause: unknown): ServiceError {
  return new ServiceError('validation_failed', 'The caller disconnected before the image was ready.', { cause });
}
