import type { LookupAddress } from 'node:dns';
import type { Agent as HttpAgent, RequestOptions } from 'node:http';
import type { Agent as HttpsAgent, RequestOptions as TlsRequestOptions } from 'node:https';
import type { Socket } from 'node:net';

/** Shorter than any server keeps an idle connection, so that requests rarely use one that the server is closing. */
const IDLE_MS = 1000;
const IDLE_MAX = 32;
/** A server that closes right after its answer without announcing it has done so by then; no request must use that connection. */
const REST_MS = 5;

export interface Connections {
  agentFor(protocol: string): HttpAgent;
  close(): void;
}

/** Reuses a connection only for the same vetted addresses, port, server name and TLS, so its check still holds. */
export function createConnections(): Connections {
  let plain: HttpAgent | undefined;
  let tls: HttpsAgent | undefined;
  const options = { keepAlive: true, timeout: IDLE_MS, maxFreeSockets: IDLE_MAX };
  return {
    agentFor: (protocol) => {
      // Importing them as modules would load Node's whole fetch at process start.
      if (protocol === 'https:') {
        tls ??= withPauses(new (process.getBuiltinModule('node:https').Agent)(options));
        return tls;
      }
      plain ??= withPauses(new (process.getBuiltinModule('node:http').Agent)(options));
      return plain;
    },
    close: () => {
      plain?.destroy();
      tls?.destroy();
    },
  };
}

export interface VettedOptions {
  readonly vettedAddresses: string;
}

export function vettedOptions(vetted: readonly LookupAddress[]): VettedOptions {
  return { vettedAddresses: vetted.map(({ address }) => address).join(',') };
}

function withPauses<Agent extends HttpAgent>(agent: Agent): Agent {
  const offers = agent.listeners('free');
  const known = new WeakSet<Socket>();
  const offer = (socket: Socket, rest: unknown[]): void => {
    for (const each of offers) Reflect.apply(each, agent, [socket, ...rest]);
  };
  agent.removeAllListeners('free');
  agent.on('free', (socket: Socket, ...rest: unknown[]) => {
    if (known.has(socket)) return offer(socket, rest);
    known.add(socket);
    const ignore = (): void => undefined;
    socket.on('error', ignore);
    setTimeout(() => {
      offer(socket, rest);
      socket.off('error', ignore);
    }, REST_MS).unref();
  });
  return named(agent);
}

function named<Agent extends HttpAgent>(agent: Agent): Agent {
  const nameOf = agent.getName.bind(agent) as (options?: RequestOptions | TlsRequestOptions) => string;
  agent.getName = (options?: RequestOptions & Partial<VettedOptions>) =>
    `${nameOf(options)}|${options?.vettedAddresses}`;
  return agent;
}
