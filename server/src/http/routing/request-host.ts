import type { IncomingMessage } from 'node:http';
import { ProtocolError } from '../answers/failure.ts';

const ABSOLUTE = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)(.*)$/i;
const HOST_HEADER_LENGTH = 4;

export interface Target {
  /** As sent, including its port. */
  readonly authority: string;
  readonly path: string;
}

/** An absolute address wins over Host (RFC 9112 §3.2.2). Two Host headers are refused: a proxy may have read either. */
export function targetOf(request: IncomingMessage): Target {
  const { url = '', rawHeaders } = request;
  let isFound = false;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    if (name.length !== HOST_HEADER_LENGTH || name.toLowerCase() !== 'host') continue;
    if (isFound) throw new ProtocolError(400, 'validation_failed', 'There is more than one Host header.');
    isFound = true;
  }
  if (url.charCodeAt(0) === 0x2f) return { authority: request.headers.host ?? '', path: url };
  const [, authority, path = ''] = ABSOLUTE.exec(url) ?? [];
  if (authority === undefined) return { authority: request.headers.host ?? '', path: url };
  return { authority, path: path.startsWith('/') ? path : `/${path}` };
}

/** The normalised host name: lower case, without port and trailing dot. An IPv6 address keeps its brackets. */
export function hostNameOf(authority: string): string {
  const host = authority.slice(authority.lastIndexOf('@') + 1).toLowerCase();
  const end = host.startsWith('[') ? host.indexOf(']') + 1 : host.indexOf(':');
  const name = end <= 0 ? host : host.slice(0, end);
  return name.endsWith('.') ? name.slice(0, -1) : name;
}
