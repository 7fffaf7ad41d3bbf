export { egress } from './egress.ts';

import { HEADER } from '../wire/protocol.ts';
import { type ServerSocket, serveChannel } from './channel.ts';
import { closeProcess } from './closed-process.ts';
import { explainClosedSockets } from './closed-sockets.ts';
import { fetchInTurns } from './fetch-in-turns.ts';
import type { Fetcher } from './run.ts';
import { giveTimersToRuns } from './timers-of-runs.ts';
import { captureConsole, writePing } from './write-line.ts';

interface Bindings {
  readonly bridge: Fetcher;
}

/** Provided by the runtime; the types of Node do not include it. */
declare const WebSocketPair: new () => { readonly 0: object; readonly 1: ServerSocket };

captureConsole();
fetchInTurns();
giveTimersToRuns();
explainClosedSockets();
closeProcess();
const Pair = WebSocketPair;

/** Connects the service with the functions of one project, inside the process that runs them. */
export const shim = {
  async fetch(request: Request, { bridge }: Bindings): Promise<Response> {
    const ping = request.headers.get(HEADER.ping);
    if (ping !== null) {
      writePing(ping);
      return new Response('');
    }
    const { 0: webSocket, 1: socket } = new Pair();
    serveChannel(socket, bridge);
    const init: ResponseInit & { readonly webSocket: object } = { status: 101, webSocket };
    return new Response(null, init);
  },
};
