import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, SocketAddress } from 'node:net';

const MAPPED = /:ffff:/i;

export interface ClientAddresses {
  ip(request: IncomingMessage): string;
  isHttps(request: IncomingMessage): boolean;
  /** Trusts the `X-Forwarded-*` headers of this request, because its sender has proved that it may forward visitors. */
  trust(request: IncomingMessage): void;
  /** The public address is https, so every caller counts as using https. */
  readonly isAlwaysHttps: boolean;
}

/**
 * Only `trustedProxies` (addresses or CIDRs) and senders of trusted requests may set `X-Forwarded-*`: any other caller
 * could pose as another address, and so escape limits, or as https.
 */
export function createClientAddresses(trustedProxies: readonly string[], publicUrl?: string): ClientAddresses {
  const trusted = new BlockList();
  for (const entry of trustedProxies) addNetwork(trusted, entry);
  const isTrusted = (ip: string): boolean => {
    const family = isIP(ip);
    return family !== 0 && trusted.check(ip, family === 6 ? 'ipv6' : 'ipv4');
  };
  const anyTrusted = trustedProxies.length > 0;
  const trustedRequests = new WeakSet<IncomingMessage>();
  const isFromTrusted = (request: IncomingMessage, remote: string): boolean =>
    (anyTrusted && isTrusted(remote)) || trustedRequests.has(request);

  const isAlwaysHttps = publicUrl?.startsWith('https:') === true;

  return {
    isAlwaysHttps,
    trust: (request) => void trustedRequests.add(request),
    ip(request) {
      const remote = plainAddress(request.socket.remoteAddress ?? '');
      if (!isFromTrusted(request, remote)) return remote;
      return forwardedFor(request, isTrusted) ?? remote;
    },
    isHttps(request) {
      if (isAlwaysHttps) return true;
      if ('encrypted' in request.socket && request.socket.encrypted === true) return true;
      if (!isFromTrusted(request, plainAddress(request.socket.remoteAddress ?? ''))) return false;
      const header = request.headers['x-forwarded-proto'];
      const last = (typeof header === 'string' ? header : '').split(',').at(-1) ?? '';
      return last.trim().toLowerCase() === 'https';
    },
  };
}

function addNetwork(list: BlockList, entry: string): void {
  const [address = '', bits] = entry.split('/');
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
  if (bits === undefined) list.addAddress(address, family);
  else list.addSubnet(address, Number(bits), family);
}

/**
 * Reads from the right and stops at the first address that is not a trusted proxy: the caller may have forged
 * everything to the left of it.
 */
function forwardedFor(request: IncomingMessage, isTrusted: (ip: string) => boolean): string | undefined {
  const header = request.headers['x-forwarded-for'];
  const hops = (typeof header === 'string' ? header : (header ?? []).join(',')).split(',');
  let nearest: string | undefined;
  for (const hop of hops.reverse()) {
    const ip = plainAddress(hop.trim());
    if (isIP(ip) === 0) return nearest;
    nearest = ip;
    if (!isTrusted(ip)) return ip;
  }
  return nearest;
}

/** Converts an IPv4 address that came over an IPv6 socket to its IPv4 form. Otherwise each spelling would have its own rate limit. */
function plainAddress(address: string): string {
  if (!MAPPED.test(address)) return address;
  const canonical = SocketAddress.parse(`[${address}]:0`)?.address ?? address;
  return canonical.startsWith('::ffff:') && isIP(canonical.slice(7)) === 4 ? canonical.slice(7) : address;
}
