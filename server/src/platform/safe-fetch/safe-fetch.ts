import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { createAllowList } from './allow-list.ts';
import { exchange } from './exchange.ts';
import { OutboundError, outboundErrorOf } from './outbound-error.ts';
import { type Resolve, type Vetting, vetHost } from './vet-host.ts';

export interface OutboundRequest {
  readonly method?: string;
  /** `Host` is always that of the address. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** Over everything: name, connection, request, whole answer. */
  readonly timeoutMs?: number;
  readonly bodyBytesMax?: number;
  readonly signal?: AbortSignal | undefined;
  /** A request without TLS goes only where the operator has opened the way, even to a public address. */
  readonly isPlainOnlyIfOpened?: boolean;
}

/**
 * Sends one request to an address that somebody else chose. Redirects are answers like any other: they are never
 * followed. Rejects with `OutboundError`.
 */
export type SafeFetch = (url: string | URL, request?: OutboundRequest) => Promise<Response>;

export interface SafeFetchOptions {
  /** `host:port` and CIDRs that are open although they are not public. */
  readonly allow: readonly string[];
  readonly resolve?: Resolve;
}

const TIMEOUT_MS = 10_000;
const BODY_BYTES_MAX = 1024 * 1024;

/** The only way out of the service to addresses that people give: the guard stands before every connection. */
export function createSafeFetch({ allow, resolve = resolveBySystem }: SafeFetchOptions): SafeFetch {
  const allowed = createAllowList(allow);
  return async (address, request = {}) => {
    const url = requireUrl(address);
    const deadline = AbortSignal.timeout(request.timeoutMs ?? TIMEOUT_MS);
    const signal = request.signal === undefined ? deadline : AbortSignal.any([deadline, request.signal]);
    const isPublicOpen = url.protocol === 'https:' || request.isPlainOnlyIfOpened !== true;
    const vetting: Vetting = { resolve, allowed, isPublicOpen };
    try {
      const vetted = await orAborted(vetHost(hostOf(url), portOf(url), vetting), signal);
      return await exchange(dial(url, vetted, request), {
        body: request.body,
        bodyBytesMax: request.bodyBytesMax ?? BODY_BYTES_MAX,
        signal,
      });
    } catch (error) {
      if (deadline.aborted) throw new OutboundError('timeout', `${url.host} did not answer in time.`, error);
      throw outboundErrorOf(error, url.host);
    }
  };
}

function requireUrl(address: string | URL): URL {
  const url = URL.parse(String(address));
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new OutboundError('invalid_url', 'This is no http(s) address.');
  if (url.username !== '' || url.password !== '')
    throw new OutboundError('invalid_url', 'An address must not hold credentials.');
  return url;
}

/** Opens the connection to the vetted addresses and to nothing else; the name stays for TLS and the Host header. */
function dial(url: URL, vetted: readonly LookupAddress[], { method = 'GET', headers = {} }: OutboundRequest) {
  // Imported as a module it would load Node's whole fetch at the start of the process.
  const module = url.protocol === 'https:' ? 'node:https' : 'node:http';
  return process.getBuiltinModule(module).request({
    method,
    host: hostOf(url),
    port: portOf(url),
    path: `${url.pathname}${url.search}`,
    headers: { 'accept-encoding': 'identity', ...lowerCased(headers), host: url.host },
    // A connection of its own for each request: none is ever reused that another request was judged for.
    agent: false,
    lookup: (_host, options, callback) => {
      const [first] = vetted;
      if (options.all === true || first === undefined) callback(null, [...vetted]);
      else callback(null, first.address, first.family);
    },
  });
}

function lowerCased(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

function hostOf(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, '$1');
}

function portOf(url: URL): number {
  if (url.port !== '') return Number(url.port);
  return url.protocol === 'https:' ? 443 : 80;
}

async function resolveBySystem(name: string): Promise<readonly LookupAddress[]> {
  return await lookup(name, { all: true, order: 'verbatim' });
}

/** A name server may take longer than the deadline, and a look-up cannot be stopped. */
function orAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason instanceof Error ? signal.reason : new Error('aborted'));
    if (signal.aborted) return abort();
    signal.addEventListener('abort', abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
