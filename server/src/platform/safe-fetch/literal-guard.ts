import { isIP } from 'node:net';
import { createAllowList } from './allow-list.ts';
import { judgeAddress } from './judge-address.ts';

/**
 * Tells whether the host of an address is written as an IP address that would never be dialled, so that its author can be
 * told at once. Of names nothing is known before they are resolved. The guard before every connection stands all the same.
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
