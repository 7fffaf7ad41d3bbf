import { at, textAt } from './api-client.ts';

export interface NewFile {
  readonly name: string;
  readonly bytes: string | Uint8Array;
  readonly visibility?: string;
  readonly path?: string;
}

export interface StoredFile {
  readonly id: string;
  readonly mimeType: string;
  readonly visibility: string;
}

/** Uploads a file as a browser's form does. `base` is a project's base address. */
export async function upload(base: string, key: string, file: NewFile, cookie?: string): Promise<StoredFile> {
  const form = new FormData();
  const bytes = typeof file.bytes === 'string' ? file.bytes : new Uint8Array(file.bytes);
  form.append('file', new Blob([bytes]), file.name);
  if (file.visibility !== undefined) form.append('visibility', file.visibility);
  if (file.path !== undefined) form.append('path', file.path);
  const headers = { authorization: `Bearer ${key}`, ...(cookie !== undefined && { cookie }) };
  const answer = await fetch(`${base}/storage/upload`, { method: 'POST', headers, body: form });
  const body: unknown = await answer.json();
  if (answer.status !== 201) throw new Error(`the upload was refused: ${JSON.stringify(body)}`);
  const text = (name: string): string => textAt(body, 'data', name);
  return { id: textAt(at(body, 'data'), 'id'), mimeType: text('mime_type'), visibility: text('visibility') };
}
