import type { IncomingMessage, ServerResponse } from 'node:http';

/** The runtime requests a module as `GET /?specifier=%2Ffunctions%2F<name>.js&…` while its thread waits. */
const START = '/?';

export function isForModule({ url = '' }: IncomingMessage): boolean {
  return url.startsWith(START);
}

/** Sends the module, or nothing when the process has no such module, which makes the import fail. */
export function sendModule(
  { url = '' }: IncomingMessage,
  response: ServerResponse,
  findModule: (name: string) => string | undefined,
): void {
  const name = (new URLSearchParams(url.slice(START.length)).get('specifier') ?? '').replace(/^\//, '');
  const text = findModule(name);
  const json = text === undefined ? '' : JSON.stringify({ name, esModule: text.toWellFormed() });
  // The next module may be needed long after, when this side has closed an idle connection.
  response.writeHead(200, { 'content-length': Buffer.byteLength(json), connection: 'close' });
  response.end(json);
}
