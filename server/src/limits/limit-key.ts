import { SocketAddress } from 'node:net';

/** Key of a rate limit: an IPv4 address, or the /64 network of an IPv6 address, which usually belongs to one caller. */
export function limitKey(ip: string): string {
  if (!ip.includes(':')) return ip;
  const parsed = SocketAddress.parse(`[${ip.split('%')[0]}]:0`)?.address ?? ip;
  const [head = '', tail] = parsed.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
  return [...left, ...Array.from({ length: zeros }, () => '0'), ...right].slice(0, 4).join(':');
}
