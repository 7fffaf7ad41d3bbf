import type { IncomingHttpHeaders } from 'node:http';
import type { BlobReading } from '../../../blobs/index.ts';
import type { Project } from '../../../http/callers.ts';
import { ProtocolError } from '../../../http/failure.ts';
import type { Answer } from '../../../http/route.ts';
import { fileNotFound } from '../file-scope.ts';
import type { Images, Rendition, RenditionReading } from '../images/index.ts';
import { blobKey, type StorageParts } from '../storage-parts.ts';
import { storageError } from '../upload/receive-file.ts';
import { judgeConditions, rangeApplies, type Validators } from './conditions-policy.ts';
import { downloadHeaders, type Form } from './download-headers.ts';
import { type FindingParts, type Found, findDownload, type Wanted } from './find-download.ts';
import { chooseRange } from './range-policy.ts';
import { type DownloadQuery, readRendition, renditionName, renditionTag } from './read-rendition.ts';

export type DownloadParts = FindingParts & Pick<StorageParts, 'blobs'> & { readonly images: Pick<Images, 'render'> };

export interface DownloadInput extends Wanted {
  readonly query: DownloadQuery;
  readonly signal: AbortSignal;
}

/** The bytes of a file, part of them, or a rendition of an image, as the request's conditions have it. */
export async function downloadFile(parts: DownloadParts, input: DownloadInput): Promise<Answer> {
  const rendition = readRendition(input.query);
  const download: Download = { parts, input, found: await findDownload(parts, input) };
  return rendition === undefined ? sendStored(download) : sendRendition(download, rendition);
}

interface Download {
  readonly parts: DownloadParts;
  readonly input: DownloadInput;
  readonly found: Found;
}

async function sendStored(download: Download): Promise<Answer> {
  const { parts, input, found } = download;
  const { file } = found;
  const form = { name: file.name, mimeType: file.mimeType, etag: `"${file.checksumSha256}"`, isRendition: false };
  const headers = headersOf(download, form);
  const validators = validatorsOf(download, form);
  if (isUnmodified(input.request.headers, validators)) return unmodified(headers);
  // Ranges have a meaning for GET only.
  if (input.request.method === 'HEAD') return bodyless(file.size, headers);
  const { headers: asked } = input.request;
  const choice = chooseRange(rangeApplies(asked, validators) ? asked.range : undefined, file.size);
  if (choice.kind === 'unsatisfiable') throw rangeNotSatisfiable(file.size);
  const part = choice.kind === 'part' ? choice.range : undefined;
  const reading = await reachStorage(() => parts.blobs.read(keyOf(input.project, found), part));
  if (reading === undefined) throw fileNotFound();
  if (reading.size !== file.size) throw await closed(reading, 'The bytes of a file are not as many as it has.');
  if (part === undefined) return { status: 200, headers: withLength(headers, file.size), body: bytesOf(reading) };
  const contentRange = { 'Content-Range': `bytes ${part.start}-${part.end}/${file.size}` };
  const partHeaders = { ...withLength(headers, part.end - part.start + 1), ...contentRange };
  return { status: 206, headers: partHeaders, body: bytesOf(reading) };
}

async function sendRendition(download: Download, rendition: Rendition): Promise<Answer> {
  const { parts, input, found } = download;
  const { file } = found;
  const etag = `"${file.checksumSha256}-${renditionTag(rendition)}"`;
  const known: Form = { name: file.name, mimeType: file.mimeType, etag, isRendition: true };
  if (isUnmodified(input.request.headers, validatorsOf(download, known))) return unmodified(headersOf(download, known));
  const source = { key: keyOf(input.project, found), mimeType: file.mimeType };
  const reading = await reachStorage(() => parts.images.render(source, rendition, input.signal));
  if (reading === undefined) throw fileNotFound();
  const headers = headersOf(download, formOf(reading, file, known));
  if (input.request.method !== 'HEAD') {
    return { status: 200, headers: withLength(headers, reading.size), body: bytesOf(reading) };
  }
  await reading.close();
  return bodyless(reading.size, headers);
}

function formOf({ mimeType }: RenditionReading, file: Found['file'], known: Form): Form {
  return { ...known, mimeType, name: renditionName(file.name, mimeType, file.mimeType) };
}

function headersOf({ input, found }: Download, form: Form): Record<string, string> {
  return downloadHeaders(found, form, input.query.download === '1');
}

function validatorsOf({ found }: Download, { etag }: Form): Validators {
  return { etag, lastModifiedMs: Date.parse(found.file.createdAt) };
}

function keyOf(project: Project, { file }: Found) {
  return blobKey(project, file.id);
}

/** Throws when the request wants something else than what there is. */
function isUnmodified(headers: IncomingHttpHeaders, validators: Validators): boolean {
  const verdict = judgeConditions(headers, validators);
  if (verdict === 'precondition_failed') {
    throw new ProtocolError(
      412,
      'validation_failed',
      'The file is not the one that If-Match or If-Unmodified-Since names.',
    );
  }
  return verdict === 'not_modified';
}

function unmodified(headers: Record<string, string>): Answer {
  return { status: 304, headers, body: '' };
}

function bodyless(size: number, headers: Record<string, string>): Answer {
  return { status: 200, headers: withLength(headers, size), body: nothing() };
}

function withLength(headers: Record<string, string>, bytes: number): Record<string, string> {
  return { ...headers, 'Content-Length': String(bytes) };
}

function rangeNotSatisfiable(size: number): ProtocolError {
  const message = `The file has ${size} bytes; the range asks for others.`;
  return new ProtocolError(416, 'range_not_satisfiable', message, { 'Content-Range': `bytes */${size}` });
}

async function* nothing(): AsyncGenerator<Uint8Array> {}

async function* bytesOf({ bytes }: BlobReading): AsyncGenerator<Uint8Array> {
  try {
    yield* bytes;
  } catch (error) {
    throw storageError(error);
  }
}

async function reachStorage<Result>(reach: () => Promise<Result>): Promise<Result> {
  try {
    return await reach();
  } catch (error) {
    throw storageError(error);
  }
}

async function closed(reading: BlobReading, problem: string): Promise<Error> {
  await reading.close();
  return new Error(problem);
}
