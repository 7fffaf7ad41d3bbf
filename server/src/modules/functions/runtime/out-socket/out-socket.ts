import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { createLimit, type Limit } from '../../../../platform/limit.ts';
import type { Logger } from '../../../../platform/logger.ts';
import type { SafeFetch } from '../../../../platform/safe-fetch/index.ts';
import { answerRequest } from '../asks/answer-request.ts';
import type { Bridge } from '../interface/function-call.ts';
import type { Turns } from '../turns/turns.ts';
import { CLOSED_SOCKETS, FETCHES_AT_ONCE, HEADER } from '../wire/protocol.ts';
import { forwardRequest, refuse } from './forward-request.ts';
import { isForModule, sendModule } from './send-module.ts';

/** The only thing that a project's process can reach: a socket that the service answers. */
export interface OutSocket {
  close(): void;
}

export interface OutSocketContext {
  readonly safeFetch: SafeFetch;
  readonly logger: Logger;
  readonly turns: Turns;
  findModule(name: string): string | undefined;
  findBridge(token: string): Bridge | undefined;
}

/** The cost of a request besides its own work: reading its head and sending a short answer. */
const UNSEEN_MS = 0.1;
/** Further connections are closed. */
const CONNECTIONS_MAX = 512;
const BLOCKED = `HTTP/1.1 502 Bad Gateway\r\n${HEADER.refused}: ${encodeURIComponent(CLOSED_SOCKETS)}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`;

/**
 * Absolute URLs are outgoing fetches; the shim's bindings and the runtime's requests for modules use a bare path, which
 * no outgoing request can have. The socket itself identifies the project, so code cannot pose as another one.
 */
export async function openOutSocket(path: string, context: OutSocketContext): Promise<OutSocket> {
  const fetches = createLimit(FETCHES_AT_ONCE);
  const server = createServer({ requireHostHeader: false, keepAliveTimeout: 60_000 }, (request, response) => {
    response.on('error', () => undefined);
    request.on('error', () => undefined);
    // Nothing more is read from this connection until its request has had its turn.
    request.socket.pause();
    context.turns(() => {
      request.socket.resume();
      handle(request, response, context, fetches).catch(() => response.destroy());
    }, UNSEEN_MS);
  });
  server.maxConnections = CONNECTIONS_MAX;
  // Raw connections and WebSockets would bypass `SafeFetch`.
  const block = (_request: IncomingMessage, socket: Duplex): void => {
    socket.on('error', () => undefined);
    socket.end(BLOCKED);
  };
  server.on('connect', block);
  server.on('upgrade', block);
  await listen(server, path);
  return {
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function handle(
  request: IncomingMessage,
  response: ServerResponse,
  { safeFetch, logger, findModule, findBridge }: OutSocketContext,
  fetches: Limit,
): Promise<void> {
  if (isForModule(request)) return sendModule(request, response, findModule);
  if (request.url === '/') {
    const bridge = findBridge(String(request.headers[HEADER.token] ?? ''));
    return await answerRequest(request, response, bridge, logger);
  }
  await fetches(async () => {
    if (response.destroyed) return;
    await forwardRequest(request, response, safeFetch);
  });
  if (!response.headersSent) refuse(response, 'The request failed.');
}

function listen(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, () => {
      server.off('error', reject);
      resolve();
    });
  });
}
