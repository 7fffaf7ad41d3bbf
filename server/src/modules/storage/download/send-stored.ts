import { type Answer, chooseRange, ProtocolError, rangeApplies } from '../../../http/index.ts';
import { ServiceError } from '../../../platform/errors.ts';
import { freeBytes } from '../../../platform/free-bytes.ts';
import { fileNotFound } from '../file-scope.ts';
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
import { redirectToStorage } from './redirect-to-storage.ts';

export async function sendStored(download: Download): Promise<Answer> {
  const { request } = download.input;
  const { file } = download.found;
  const form: Form = { name: file.name, mimeType: file.mimeType, etag: `"${file.checksumSha256}"`, isRendition: false };
  const known = unmodified(download, form);
  if (known !== undefined) return known;
  const headers = headersOf(download, form);
  // Ranges apply to GET only.
  if (request.method === 'HEAD') return withoutBody(headers, file.size);
  return (await redirectToStorage(download, headers)) ?? sendBytes(download, form, headers);
}

async function sendBytes(download: Download, { etag }: Form, headers: Record<string, string>): Promise<Answer> {
  const { headers: asked } = download.input.request;
  const { size, createdAt } = download.found.file;
  const isSame = rangeApplies(asked, { etag, lastModifiedMs: Date.parse(createdAt) });
  const choice = chooseRange(isSame ? asked.range : undefined, size);
  if (choice.kind === 'unsatisfiable') throw rangeNotSatisfiable(size);
  const part = choice.kind === 'part' ? choice.range : undefined;
  const reading = await reachStorage(() => download.context.blobs.read(keyOf(download), part));
  if (reading === undefined) throw fileNotFound();
  if (reading.size !== size) {
    await reading.close();
    throw new ServiceError('damaged', 'The stored bytes of this file are damaged.', {
      cause: new Error(`A file of ${size} bytes has ${reading.size} in the store.`),
    });
  }
  const body = freed(bytesOf(reading));
  if (part === undefined) return { status: 200, headers: withLength(headers, size), body };
  const range = { 'Content-Range': `bytes ${part.start}-${part.end}/${size}` };
  return { status: 206, headers: { ...withLength(headers, part.end - part.start + 1), ...range }, body };
}

/** Frees a piece when the next is requested: then the network has taken it, and the store never returns it again. */
async function* freed(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) {
    yield piece;
    freeBytes(piece);
  }
}

function rangeNotSatisfiable(size: number): ProtocolError {
  const message = `The file has ${size} bytes; the range is outside of them.`;
  return new ProtocolError(416, 'range_not_satisfiable', message, { 'Content-Range': `bytes */${size}` });
}
