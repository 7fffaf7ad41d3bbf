import { type Server as NetServer, Server, type Socket } from 'node:net';

/** How long idle connections may still send a request after the process receives the signal to stop. */
const SILENCE_MS = 1000;
/** How long a stopping process waits for running work: requests here, runs and jobs in `server.ts`. */
export const FINISH_MS = 8000;
const POLL_MS = 20;

export interface RequestLoad {
  readonly atOnce: number;
  readonly answered: number;
}

export interface Connections {
  readonly isDraining: boolean;
  started(): void;
  ended(): void;
  /** The load since the previous call. */
  takeLoad(): RequestLoad;
  /**
   * Accepts no new connections and resolves when no request is running, after 8 s at the latest. Connections idle for
   * `silenceMs` (default 1 s) are closed.
   */
  drain(silenceMs?: number): Promise<void>;
}

export function trackConnections(server: NetServer): Connections {
  const sockets = new Set<Socket>();
  let running = 0;
  let atOnce = 0;
  let answered = 0;
  let isDraining = false;
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });

  const until = async (isReached: (waitedMs: number) => boolean, patienceMs: number): Promise<void> => {
    const startedAt = performance.now();
    for (;;) {
      const waitedMs = performance.now() - startedAt;
      if (sockets.size === 0 || waitedMs > patienceMs || isReached(waitedMs)) return;
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  };

  return {
    get isDraining() {
      return isDraining;
    },
    started: () => {
      running += 1;
      if (running > atOnce) atOnce = running;
    },
    ended: () => {
      running -= 1;
      answered += 1;
    },
    takeLoad: () => {
      const load = { atOnce, answered };
      atOnce = running;
      answered = 0;
      return load;
    },
    async drain(silenceMs = SILENCE_MS) {
      if (isDraining) return;
      isDraining = true;
      // Not the HTTP server's own `close`: it cuts idle connections at once, even when a request is already on its way.
      if (server.listening) Server.prototype.close.call(server);
      const startedAt = performance.now();
      await until((waitedMs) => running === 0 && waitedMs >= silenceMs, FINISH_MS);
      // Written answers are flushed first; clients that do not read them in time are cut off.
      if (running === 0) for (const socket of sockets) socket.destroySoon();
      await until(() => running > 0, FINISH_MS - (performance.now() - startedAt));
      for (const socket of sockets) socket.destroy();
    },
  };
}
