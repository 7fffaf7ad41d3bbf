import { connect, createServer, type Socket } from 'node:net';

export interface TransactionPooler extends AsyncDisposable {
  /** URL of the same database through this pooler. */
  readonly url: string;
  /** How many connections clients have opened so far. */
  readonly opened: () => number;
}

const MESSAGE_HEAD = 5;
const IDLE = 'I'.charCodeAt(0);
const [AUTHENTICATION, ERROR, KEY_DATA, READY] = ['R', 'E', 'K', 'Z'].map((type) => type.charCodeAt(0));
/** Messages that the server answers with ReadyForQuery. */
const ANSWERED = new Set(['Q', 'S', 'F'].map((type) => type.charCodeAt(0)));
const TERMINATE = 'X'.charCodeAt(0);

/**
 * Gives each transaction a session chosen at random, as PgBouncer does in transaction mode: settings, temporary tables
 * and prepared statements of one client's session appear in transactions of others. The pooler gives clients its own
 * cancel keys. Like PgBouncer before 1.21 it passes the names of prepared statements through.
 */
export async function startTransactionPooler(target: string): Promise<TransactionPooler> {
  const { hostname, port } = new URL(target);
  const idle: Session[] = [];
  const sockets = new Set<Socket>();
  let opened = 0;
  const server = createServer((socket) => {
    opened += 1;
    const upstream = connect(Number(port), hostname);
    for (const one of [socket, upstream]) {
      sockets.add(one);
      one.setNoDelay(true);
      one.on('error', () => undefined).on('close', () => sockets.delete(one));
    }
    new PooledClient(socket, new Session(upstream), idle);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const url = new URL(target);
  url.port = String(typeof address === 'object' ? address?.port : '');
  return {
    url: url.href,
    opened: () => opened,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A connection to the server, used by one client at a time. */
class Session {
  readonly socket: Socket;
  readonly #messages = new MessageReader();
  user: PooledClient | undefined;

  constructor(socket: Socket) {
    this.socket = socket;
    socket.on('data', (chunk: Buffer) => {
      for (const message of this.#messages.read(chunk)) this.user?.answer(message);
    });
    socket.on('close', () => this.user?.end());
  }
}

class PooledClient {
  readonly #socket: Socket;
  readonly #idle: Session[];
  readonly #messages = new MessageReader();
  #session: Session | undefined;
  #isStarted = false;
  #isIn = false;
  /** Answers that the client still waits for. */
  #expected = 0;

  constructor(socket: Socket, session: Session, idle: Session[]) {
    this.#socket = socket;
    this.#session = session;
    this.#idle = idle;
    session.user = this;
    socket.on('data', (chunk: Buffer) => this.#receive(chunk));
    socket.on('close', () => this.#leave());
  }

  answer(message: Buffer): void {
    const [type] = message;
    // PgBouncer's keys use all 32 bits, which `^` would read as a negative number.
    if (type === KEY_DATA) message.writeInt32BE(message.readInt32BE(MESSAGE_HEAD) ^ 0x40000000, MESSAGE_HEAD);
    if (!this.#isIn && type !== AUTHENTICATION && type !== ERROR) this.#isIn = true;
    this.#socket.write(message);
    if (type !== READY) return;
    this.#expected = Math.max(0, this.#expected - 1);
    if (message[MESSAGE_HEAD] === IDLE && this.#expected === 0) this.#release();
  }

  end(): void {
    this.#socket.destroy();
  }

  /** The first message of a connection has no type. */
  #receive(chunk: Buffer): void {
    if (!this.#isStarted || !this.#isIn) {
      this.#isStarted = true;
      this.#session?.socket.write(chunk);
      return;
    }
    for (const message of this.#messages.read(chunk)) {
      if (message[0] === TERMINATE) this.#socket.end();
      else this.#send(message);
    }
  }

  #send(message: Buffer): void {
    this.#session ??= this.#take();
    if (ANSWERED.has(message[0] ?? 0)) this.#expected += 1;
    this.#session?.socket.write(message);
  }

  /** There are as many sessions as clients, so one is always idle. */
  #take(): Session | undefined {
    const [session] = this.#idle.splice(Math.floor(Math.random() * this.#idle.length), 1);
    if (session !== undefined) session.user = this;
    return session;
  }

  #release(): void {
    if (this.#session === undefined) return;
    this.#session.user = undefined;
    this.#idle.push(this.#session);
    this.#session = undefined;
  }

  #leave(): void {
    const session = this.#session ?? this.#idle.pop();
    if (session !== undefined) session.user = undefined;
    session?.socket.destroy();
  }
}

/** Cuts a stream into whole messages: a type, the length of the rest, the rest. */
class MessageReader {
  #rest: Buffer = Buffer.alloc(0);

  *read(chunk: Buffer): Generator<Buffer> {
    this.#rest = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    while (this.#rest.length >= MESSAGE_HEAD) {
      const length = 1 + this.#rest.readUInt32BE(1);
      if (this.#rest.length < length) return;
      const message = this.#rest.subarray(0, length);
      this.#rest = this.#rest.subarray(length);
      yield message;
    }
  }
}
