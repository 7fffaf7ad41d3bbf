import { randomBytes } from 'node:crypto';
import type { Api, ApiInit, Reply } from './api-client.ts';

/** A part of a form; one with a `filename` is a file. */
export interface FormPart {
  readonly name: string;
  readonly filename?: string;
  /** Content type as the client declares it. */
  readonly type?: string;
  readonly content: string | Uint8Array;
}

/** A form encoded as browsers do. */
export function multipart(parts: readonly FormPart[]): { body: Uint8Array; headers: { 'content-type': string } } {
  const boundary = `----test${randomBytes(12).toString('hex')}`;
  const pieces = parts.flatMap(({ name, filename, type, content }) => [
    `--${boundary}\r\nContent-Disposition: form-data; name="${escaped(name)}"`,
    filename === undefined ? '' : `; filename="${escaped(filename)}"`,
    type === undefined ? '\r\n\r\n' : `\r\nContent-Type: ${type}\r\n\r\n`,
    content,
    '\r\n',
  ]);
  const body = Buffer.concat([...pieces, `--${boundary}--\r\n`].map((piece) => Buffer.from(piece)));
  return { body, headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } };
}

export interface UploadedFile {
  readonly id: string;
  readonly name: string;
  readonly path: string;
  readonly size: number;
  readonly mime_type: string;
  readonly visibility: string;
  readonly url: string;
  readonly checksum_sha256: string;
  readonly created_at: string;
  readonly [field: string]: unknown;
}

export interface TestFile {
  readonly name?: string;
  readonly bytes: string | Uint8Array;
  readonly path?: string;
  readonly visibility?: string;
  readonly metadata?: unknown;
}

/** Uploads one file and returns the whole response. */
export function postFile(api: Api, file: TestFile, init: ApiInit = {}): Promise<Reply<{ data: UploadedFile }>> {
  const { name = 'file.bin', bytes, metadata, ...fields } = file;
  const texts = { ...fields, ...(metadata !== undefined && { metadata: JSON.stringify(metadata) }) };
  const form = multipart([
    ...Object.entries(texts).map(([field, content]) => ({ name: field, content })),
    { name: 'file', filename: name, content: bytes },
  ]);
  return api('/storage/upload', { ...init, body: form.body, headers: { ...form.headers, ...init.headers } });
}

/** Uploads one file; throws when it is refused. */
export async function uploadFile(api: Api, file: TestFile, init: ApiInit = {}): Promise<UploadedFile> {
  const reply = await postFile(api, file, init);
  if (reply.status !== 201) throw new Error(`The upload was refused: ${reply.text}`);
  return reply.body.data;
}

function escaped(text: string): string {
  return text.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}
