import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { SELF_SIGNED } from './receiver-certificate.ts';
import { createReceiverConnection, type ReceiverAnswer, type RequestBytes } from './receiver-connection.ts';

/** One response for all requests, one per attempt of a `webhook-id` (the last repeats), or a function. */
export type ReceiverScript =
  | ReceiverAnswer
  | readonly ReceiverAnswer[]
  | ((request: ReceivedRequest) => ReceiverAnswer);

export interface ReceivedRequest {
  /** In order of arrival, from 1. */
  readonly number: number;
  /** How often this `webhook-id` was received, from 1. */
  readonly attempt: number;
  /** Number of the connection, from 1. */
  readonly connection: number;
  readonly method: string;
  readonly path: string;
  /** Names are in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The raw bytes up to the empty line. */
  readonly head: Uint8Array;
  readonly body: Uint8Array;
  json<T = unknown>(): T;
  /** When the last byte arrived, in milliseconds since 1970 with fractions. */
  readonly arrivedAtMs: number;
}

/** Accepts requests on its own port and responds by script. */
export interface Receiver extends AsyncDisposable {
  readonly port: number;
  /** `127.0.0.1:<port>`, in the form that `SERVICE_OUTBOUND_ALLOW` takes. */
  readonly host: string;
  /** URL of the receiver; any path works. */
  readonly url: string;
  readonly requests: readonly ReceivedRequest[];
  /** Takes effect with the next request. */
  script: ReceiverScript;
  /** Number of requests whose response has not ended. */
  inFlight(): number;
  inFlightMax(): number;
  connections(): number;
  /** Bytes of response bodies handed to the network. */
  bodyBytesSent(): number;
  /** Continues all responses that hang. */
  release(): void;
  /** Waits for this many requests, or until a condition on all of them holds. Fails after `patienceMs`. */
  received(
    until: number | ((requests: readonly ReceivedRequest[]) => boolean),
    patienceMs?: number,
  ): Promise<readonly ReceivedRequest[]>;
  /** Closes the receiver early; it refuses connections from then on. */
  close(): Promise<void>;
}

export interface ReceiverOptions {
  readonly script?: ReceiverScript;
  /** Uses TLS with a self-signed certificate. */
  readonly isTls?: boolean;
  /** A free port by default. */
  readonly port?: number;
}

const PATIENCE_MS = 10_000;

export async function startReceiver(options: ReceiverOptions = {}): Promise<Receiver> {
  const requests: ReceivedRequest[] = [];
  const attempts = new Map<string, number>();
  const sockets = new Set<Socket>();
  const watchers = new Set<() => void>();
  let held: (() => void)[] = [];
  const counts = { connections: 0, inFlight: 0, inFlightMax: 0, bodyBytesSent: 0 };

  const record = (bytes: RequestBytes, connection: number): ReceivedRequest => {
    const id = bytes.headers['webhook-id'] ?? '';
    const attempt = (attempts.get(id) ?? 0) + 1;
    attempts.set(id, attempt);
    const arrivedAtMs = performance.timeOrigin + performance.now();
    const json = <T>(): T => JSON.parse(new TextDecoder().decode(bytes.body)) as T;
    const request = { ...bytes, number: requests.length + 1, attempt, connection, json, arrivedAtMs };
    requests.push(request);
    for (const watch of watchers) watch();
    return request;
  };

  const take = (socket: Socket): void => {
    counts.connections += 1;
    const connection = counts.connections;
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    createReceiverConnection(socket, {
      answerTo: (bytes) => answerOf(receiver.script, record(bytes, connection)),
      hold: (resume) => void held.push(resume),
      started: () => {
        counts.inFlight += 1;
        counts.inFlightMax = Math.max(counts.inFlightMax, counts.inFlight);
      },
      ended: () => {
        counts.inFlight -= 1;
      },
      sent: (bytes) => {
        counts.bodyBytesSent += bytes;
      },
    });
  };

  const server = options.isTls === true ? createTlsServer(SELF_SIGNED, take) : createServer(take);
  const raw = server as Server;
  // Some tests are about handshakes that the client aborts.
  server.on('tlsClientError', () => undefined);
  raw.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => raw.listen(options.port ?? 0, '127.0.0.1', resolve));
  const { port } = raw.address() as AddressInfo;
  const close = (): Promise<void> => {
    for (const socket of sockets) socket.destroy();
    return new Promise((resolve) => raw.close(() => resolve()));
  };

  const receiver: Receiver = {
    port,
    host: `127.0.0.1:${port}`,
    url: `${options.isTls === true ? 'https' : 'http'}://127.0.0.1:${port}/hook`,
    requests,
    script: options.script ?? {},
    inFlight: () => counts.inFlight,
    inFlightMax: () => counts.inFlightMax,
    connections: () => counts.connections,
    bodyBytesSent: () => counts.bodyBytesSent,
    release: () => {
      const waiting = held;
      held = [];
      for (const resume of waiting) resume();
    },
    received: (until, patienceMs = PATIENCE_MS) => waitFor(requests, watchers, until, patienceMs),
    close,
    [Symbol.asyncDispose]: close,
  };
  return receiver;
}

function answerOf(script: ReceiverScript, request: ReceivedRequest): ReceiverAnswer {
  if (typeof script === 'function') return script(request);
  if (!isList(script)) return script;
  return script[Math.min(request.attempt, script.length) - 1] ?? {};
}

function isList(script: ReceiverAnswer | readonly ReceiverAnswer[]): script is readonly ReceiverAnswer[] {
  return Array.isArray(script);
}

function waitFor(
  requests: readonly ReceivedRequest[],
  watchers: Set<() => void>,
  until: Parameters<Receiver['received']>[0],
  patienceMs: number,
): Promise<readonly ReceivedRequest[]> {
  const isReached = typeof until === 'number' ? () => requests.length >= until : () => until(requests);
  return new Promise((resolve, reject) => {
    const look = (): void => {
      if (!isReached()) return;
      clearTimeout(timer);
      watchers.delete(look);
      resolve(requests);
    };
    const timer = setTimeout(() => {
      watchers.delete(look);
      const paths = requests.map(({ path, headers }) => `${path} ${headers['webhook-id'] ?? ''}`).slice(-5);
      reject(new Error(`Waited in vain for ${String(until)}; ${requests.length} came: ${paths.join(', ')}`));
    }, patienceMs);
    watchers.add(look);
    look();
  });
}
