import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createRequestLimits, type RouteLimits } from '../limits/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Logger } from '../platform/logger.ts';
import type { Access } from './admission/access.ts';
import type { Admission } from './admission/admit.ts';
import type { Origins } from './admission/origins.ts';
import { ProtocolError } from './answers/failure.ts';
import { answerParserError, writeRawAnswer } from './answers/raw-answer.ts';
import { SEND_PACE, type SendPace } from './answers/send-pace.ts';
import type { ClientAddresses } from './client-address.ts';
import { type RequestLoad, trackConnections } from './connections.ts';
import { type Counter, createMetrics } from './metrics.ts';
import type { Route } from './route.ts';
import { type Apps, answerByHost } from './routing/answer-by-host.ts';
import { type AskLocally, createAskLocally } from './routing/ask-locally.ts';
import type { RouteContext } from './routing/handle-route.ts';
import type { ObserveRequest } from './routing/observe-requests.ts';
import type { RequestTracer } from './routing/request-tracer.ts';
import { routeRequests } from './routing/route-requests.ts';
import { type HealthDetails, systemRoutes } from './routing/system-routes.ts';

/** Room for a 64 KB address and 64 KB of headers. */
const HEAD_BYTES_MAX = 131_072;
const HEADERS_TIMEOUT_MS = 20_000;
const KEEP_ALIVE_MS = 72_000;
const CONNECTION_CHECK_MS = 5000;

export interface HttpSettings {
  readonly host: string;
  readonly port: number;
  readonly rateLimits: boolean;
}

export interface HttpOptions {
  readonly settings: HttpSettings;
  readonly access: Access;
  readonly origins: Origins;
  readonly addresses: ClientAddresses;
  readonly routes: readonly Route[];
  /** Without `apps`, every host belongs to the service itself. */
  readonly apps?: Apps;
  /** Limits over minutes and hours. Without them, only the read and write limits apply. */
  readonly routeLimits?: RouteLimits;
  readonly processes?: () => number;
  readonly logger: Logger;
  readonly clock: Clock;
  readonly ids: () => string;
  readonly counters?: readonly Counter[];
  /** Rejects when the service cannot work. */
  readonly health: () => Promise<void>;
  /** Why deployed functions cannot be started; undefined when they can. */
  readonly functionsProblem?: () => Promise<string | undefined>;
  /** Databases that do not answer. Their projects cannot be served; all others can. */
  readonly databasesDown?: () => readonly string[];
  readonly healthDetails?: () => HealthDetails;
  readonly moreMetrics?: () => Promise<string>;
  readonly observe?: ObserveRequest;
  readonly trace?: RequestTracer | undefined;
  readonly pace?: SendPace;
}

export interface Http {
  /** Resolves with the port. */
  listen(): Promise<number>;
  /** From now on `/health` answers 503, so that load balancers send their requests elsewhere. */
  announceStop(): void;
  /** Stops as described at `Connections.drain`. */
  close(silenceMs?: number): Promise<void>;
  takeLoad(): RequestLoad;
  readonly askLocally: AskLocally;
}

export function createHttp(options: HttpOptions): Http {
  const { settings, access, origins, addresses, logger, ids } = options;
  const server = createNodeServer(ids);
  const metrics = createMetrics(options.counters);
  const handling: RouteContext = {
    admission: { access, origins, limits: settings.rateLimits ? limitsOf(options) : undefined },
    addresses,
    connections: trackConnections(server),
    metrics,
    logger,
    ids,
    pace: options.pace ?? SEND_PACE,
    observe: options.observe,
    trace: options.trace,
  };
  let isStopAnnounced = false;
  const isStopping = (): boolean => isStopAnnounced || handling.connections.isDraining;
  const { routes, health, functionsProblem, databasesDown, healthDetails, moreMetrics } = options;
  const ownRoutes = systemRoutes({
    routes,
    access,
    health,
    functionsProblem,
    databasesDown,
    healthDetails,
    moreMetrics,
    isStopping,
    metrics,
  });
  const answer = routeRequests([...routes, ...ownRoutes], handling, HEAD_BYTES_MAX);
  server.on('request', options.apps === undefined ? answer : answerByHost(answer, options.apps, handling));
  server.on('clientError', (error, socket) => answerParserError(error, socket, ids()));

  return {
    async listen() {
      server.listen({ host: settings.host, port: settings.port });
      await once(server, 'listening');
      return (server.address() as AddressInfo).port;
    },
    announceStop() {
      isStopAnnounced = true;
    },
    async close(silenceMs) {
      await handling.connections.drain(silenceMs);
      server.closeAllConnections();
      metrics.close();
    },
    takeLoad: () => handling.connections.takeLoad(),
    askLocally: createAskLocally(answer),
  };
}

function limitsOf({ clock, routeLimits, processes }: HttpOptions): Admission['limits'] {
  return { ...createRequestLimits(clock, processes), ...(routeLimits && { routes: routeLimits }) };
}

function createNodeServer(ids: () => string): Server {
  // Importing `node:http` as a module would also load Node's whole fetch for its `WebSocket` export: 20 ms and 8 MB.
  const { createServer } = process.getBuiltinModule('node:http');
  const server = createServer({
    maxHeaderSize: HEAD_BYTES_MAX,
    headersTimeout: HEADERS_TIMEOUT_MS,
    // Bodies have their own deadlines: an import may stream for hours.
    requestTimeout: 0,
    keepAliveTimeout: KEEP_ALIVE_MS,
    connectionsCheckingInterval: CONNECTION_CHECK_MS,
    noDelay: true,
    // The route handler checks it, so that this failure has the usual form too.
    requireHostHeader: false,
  });
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  server.on('connect', (_request, socket) => {
    // Node has removed its own listener, and a caller's reset without one would end the process.
    socket.on('error', () => undefined);
    // Otherwise the caller's end would never be noticed.
    socket.resume();
    writeRawAnswer(socket, new ProtocolError(405, 'method_not_allowed', 'This is not a proxy.'), ids());
  });
  return server;
}
