import { ask } from './ask.ts';
import { askForBytes } from './ask-for-bytes.ts';
import type { Run } from './run.ts';

export function createStorage(run: Run): object {
  const send = (op: string, ...args: readonly unknown[]): Promise<unknown> => ask(run, { op, args });
  return {
    upload: async (file: unknown) => {
      const { body, ...rest } = Object(file) as Record<string, unknown>;
      return await askForBytes(run, { op: 'storage.upload', args: [rest] }, await bytesOf(body));
    },
    list: (options?: unknown) => send('storage.list', options ?? {}),
    get: (id: unknown) => send('storage.get', id),
    download: (id: unknown) => askForBytes(run, { op: 'storage.download', args: [id] }),
    update: (id: unknown, patch: unknown) => send('storage.update', id, patch),
    remove: (id: unknown) => send('storage.remove', id),
    sign: (id: unknown, options?: unknown) => send('storage.sign', id, options ?? {}),
  };
}

async function bytesOf(body: unknown): Promise<Uint8Array> {
  if (body instanceof Uint8Array) return body;
  if (
    typeof body === 'string' ||
    body instanceof ArrayBuffer ||
    ArrayBuffer.isView(body) ||
    body instanceof Blob ||
    body instanceof ReadableStream
  )
    return new Uint8Array(await new Response(body as Blob).arrayBuffer());
  throw new TypeError('The body of a file is text, bytes, a Blob or a stream.');
}
