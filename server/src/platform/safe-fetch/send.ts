import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { createAllowList } from './allow-list.ts';
import { type Connections, createConnections, vettedOptions } from './connections.ts';
import { exchange, type RawAnswer } from './exchange.ts';
import { OutboundError, outboundErrorOf } from './outbound-error.ts';
import { rememberNames } from './remember-names.ts';
import { type HostPolicy, type Resolve, vetHost } from './vet-host.ts';

export interface OutboundRequest {
  readonly method?: string;
  /** `Host` is always taken from the address. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  readonly timeoutMs?: number;
  readonly bodyBytesMax?: number;
  readonly signal?: AbortSignal | undefined;
  /** Requests without TLS may go only to addresses that the operator has opened, even if the address is public. */
  readonly isPlainOnlyIfOpened?: boolean;
  /** Uses and leaves kept connections. It is sent only once: a server that closes one may have processed it. */
  readonly isKept?: boolean;
  /** Called once later requests can no longer overtake this one. It may be called twice or never. */
  readonly onSent?: () => void;
}

/** Never follows redirects: returns them like any other answer. Rejects with `OutboundError`. */
export type SafeSend = (url: string | URL, request?: OutboundRequest) => Promise<RawAnswer>;

export interface SafeSendOptions {
  /** `host:port` entries and CIDRs that are open although they are not public. */
  readonly allow: readonly string[];
  readonly resolve?: Resolve | undefined;
}

const TIMEOUT_MS = 10_000;
const BODY_BYTES_MAX = 1024 * 1024;

/** The service's only path to addresses that users provide: every request is checked first. */
export function createSafeSend({ allow, resolve = resolveBySystem }: SafeSendOptions): SafeSend & { close(): void } {
  const allowed = createAllowList(allow);
  const connections = createConnections();
  const remembered = rememberNames(resolve);
  const send: SafeSend = async (address, request = {}) => {
    const url = requireUrl(address);
    const isPublicOpen = url.protocol === 'https:' || request.isPlainOnlyIfOpened !== true;
    const vetting: HostPolicy = { resolve: request.isKept === true ? remembered : resolve, allowed, isPublicOpen };
    const deadline = startDeadline(request);
    try {
      const vetted = await Promise.race([vetHost(hostOf(url), portOf(url), vetting), deadline.over]);
      return await Promise.race([exchangeWith({ url, vetted, connections }, request, deadline), deadline.over]);
    } catch (error) {
      if (deadline.isOver()) throw new OutboundError('timeout', `${url.host} did not answer in time.`, error);
      throw outboundErrorOf(error, url.host);
    } finally {
      deadline.clear();
    }
  };
  return Object.assign(send, { close: () => connections.close() });
}

export interface Deadline {
  readonly over: Promise<never>;
  isOver(): boolean;
  /** Sets the function to call at the end; only the last one counts. */
  onEnd(end: () => void): void;
  clear(): void;
}

export function startDeadline({ timeoutMs = TIMEOUT_MS, signal }: OutboundRequest): Deadline {
  const { promise: over, reject } = Promise.withResolvers<never>();
  over.catch(() => undefined);
  let end: (() => void) | undefined;
  const endsAt = performance.now() + timeoutMs;
  let isEnded = false;
  const finish = (): void => {
    isEnded = true;
    reject(new Error('aborted'));
    end?.();
  };
  const timer = setTimeout(finish, timeoutMs).unref();
  if (signal?.aborted === true) finish();
  else signal?.addEventListener('abort', finish, { once: true });
  return {
    over,
    // Timers may fire slightly early.
    isOver: () => performance.now() >= endsAt - 1,
    onEnd: (next) => {
      end = next;
      if (isEnded) next();
    },
    clear: () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', finish);
    },
  };
}

interface VettedTarget {
  readonly url: URL;
  readonly vetted: readonly LookupAddress[];
  readonly connections: Connections;
}

function exchangeWith(way: VettedTarget, request: OutboundRequest, deadline: Deadline): Promise<RawAnswer> {
  const { body, bodyBytesMax = BODY_BYTES_MAX, onSent } = request;
  const { onEnd, isOver } = deadline;
  return exchange(dial(way, request), { body, bodyBytesMax, onEnd, isOver, onSent });
}

/** Connects only to the vetted addresses; the name is still used for TLS and the Host header. */
export function dial(
  { url, vetted, connections }: VettedTarget,
  { method = 'GET', headers = {}, isKept = false }: OutboundRequest,
) {
  // Importing it as a module would load Node's whole fetch at process start.
  const module = url.protocol === 'https:' ? 'node:https' : 'node:http';
  return process.getBuiltinModule(module).request({
    method,
    host: hostOf(url),
    port: portOf(url),
    path: `${url.pathname}${url.search}`,
    headers: { 'accept-encoding': 'identity', ...lowerCased(headers), host: url.host },
    // Without a pool each request gets its own connection, never one that was checked for another request.
    agent: isKept ? connections.agentFor(url.protocol) : false,
    ...vettedOptions(vetted),
    lookup: (_host, options, callback) => {
      const [first] = vetted;
      if (options.all === true || first === undefined) callback(null, [...vetted]);
      else callback(null, first.address, first.family);
    },
  });
}

export function requireUrl(address: string | URL): URL {
  const url = URL.parse(String(address));
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new OutboundError('invalid_url', 'This is not an http(s) address.');
  if (url.username !== '' || url.password !== '')
    throw new OutboundError('invalid_url', 'An address must not contain credentials.');
  return url;
}

function lowerCased(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, '$1');
}

export function portOf(url: URL): number {
  if (url.port !== '') return Number(url.port);
  return url.protocol === 'https:' ? 443 : 80;
}

export async function resolveBySystem(name: string): Promise<readonly LookupAddress[]> {
  return await lookup(name, { all: true, order: 'verbatim' });
}
