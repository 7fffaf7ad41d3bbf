import { isIP } from 'node:net';
import { createAllowList } from './allow-list.ts';
import { judgeAddress } from './judge-address.ts';

/** Refuses literal addresses at once, for their authors to see. The check before every connection still applies. */
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
