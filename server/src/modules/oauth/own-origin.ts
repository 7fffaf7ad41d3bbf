import type { IncomingHttpHeaders } from 'node:http';

export const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/** `localhost` and `127.0.0.1` count as the same service; elsewhere only the public address does. */
export function ownOrigin(publicUrl: string, { host }: IncomingHttpHeaders): string {
  const called = `http://${host}`;
  return host !== undefined && isLocal(publicUrl) && isLocal(called) ? new URL(called).origin : publicUrl;
}

export function isOwnOrigin(publicUrl: string, { origin }: URL): boolean {
  return (
    origin === new URL(publicUrl).origin ||
    (isLocal(publicUrl) && isLocal(origin) && portOf(publicUrl) === portOf(origin))
  );
}

function isLocal(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return protocol === 'http:' && LOOPBACK.has(hostname);
}

function portOf(address: string): string {
  return new URL(address).port;
}
