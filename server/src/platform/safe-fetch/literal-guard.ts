import { isIP } from 'node:net';
import { createAllowList } from './allow-list.ts';
import { judgeAddress } from './judge-address.ts';

/**
 * Tells whether a URL's host is a literal IP address that would never be dialled, so that its author gets the error at once. Names cannot
 * be judged before they are resolved. The check before every connection still applies.
 */
export function createLiteralGuard(allow: readonly string[]): (url: URL) => boolean {
  const allowed = createAllowList(allow);
  return (url) => {
    const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
    if (isIP(host) === 0) return false;
    const port = url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port);
    const verdict = judgeAddress(host, port, allowed);
    return verdict === 'closed' || verdict === 'never';
  };
}
