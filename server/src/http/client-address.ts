import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, SocketAddress } from 'node:net';

/** Part of every spelling of an IPv4-mapped IPv6 address. */
const MAPPED = /:ffff:/i;

/** The client's address and scheme, as far as the connection and trusted proxies tell. */
export interface ClientAddresses {
  ip(request: IncomingMessage): string;
  isHttps(request: IncomingMessage): boolean;
  /** Every caller comes by https: the public address says so. */
  readonly isAlwaysHttps: boolean;
}

/**
 * `trustedProxies`: addresses or CIDRs whose `X-Forwarded-*` headers are believed; nobody else's are read. A `publicUrl` of
 * https says of every caller that they came by it, whatever stands in between.
 */
export function createClientAddresses(trustedProxies: readonly string[], publicUrl?: string): ClientAddresses {
  const trusted = new BlockList();
  for (const entry of trustedProxies) addNetwork(trusted, entry);
  const isTrusted = (ip: string): boolean => {
    const family = isIP(ip);
    return family !== 0 && trusted.check(ip, family === 6 ? 'ipv6' : 'ipv4');
  };
  const anyTrusted = trustedProxies.length > 0;

  const isAlwaysHttps = publicUrl?.startsWith('https:') === true;

  return {
    isAlwaysHttps,
    ip(request) {
      const remote = plainAddress(request.socket.remoteAddress ?? '');
      if (!anyTrusted || !isTrusted(remote)) return remote;
      return forwardedFor(request, isTrusted) ?? remote;
    },
    isHttps(request) {
      if (isAlwaysHttps) return true;
      if ('encrypted' in request.socket && request.socket.encrypted === true) return true;
      if (!anyTrusted || !isTrusted(plainAddress(request.socket.remoteAddress ?? ''))) return false;
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

/** Read from the right: the first address that no trusted proxy of ours has is the caller's own; what stands left of it the caller may have made up. */
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

/** An IPv4 address that came over an IPv6 socket is the IPv4 address, however a proxy writes it: else each spelling had a limit of its own. */
function plainAddress(address: string): string {
  if (!MAPPED.test(address)) return address;
  const canonical = SocketAddress.parse(`[${address}]:0`)?.address ?? address;
  return canonical.startsWith('::ffff:') && isIP(canonical.slice(7)) === 4 ? canonical.slice(7) : address;
}
