import { connect, type Socket } from 'node:net';

const PATIENCE_MS = 5000;

export interface RawReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A separate connection on which a test can write any bytes. */
export interface RawConnection {
  readonly socket: Socket;
  write(bytes: string | Uint8Array): void;
  /** The next complete response. */
  reply(options?: { readonly isHead?: boolean }): Promise<RawReply>;
  /** Resolves when the server has closed the connection. */
  closed(): Promise<void>;
  destroy(): void;
}

export async function openRaw(port: number): Promise<RawConnection> {
  const socket = connect(port, '127.0.0.1');
  socket.setNoDelay(true);
  let received = Buffer.alloc(0);
  let isEnded = false;
  let wake: () => void = () => undefined;
  socket.on('data', (chunk: Buffer) => {
    received = Buffer.concat([received, chunk]);
    wake();
  });
  // A reset after the response counts as a normal end for tests that check bytes.
  socket.on('error', () => undefined);
  socket.on('close', () => {
    isEnded = true;
    wake();
  });
  await new Promise<void>((resolve) => socket.once('connect', () => resolve()));

  const until = async (isReached: () => boolean, what: string): Promise<void> => {
    const deadline = performance.now() + PATIENCE_MS;
    while (!isReached()) {
      if (performance.now() > deadline)
        throw new Error(`Waited in vain for ${what}. Got: ${received.toString('latin1', 0, 500)}`);
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, 100);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  };

  return {
    socket,
    write: (bytes) => socket.write(bytes),
    async reply({ isHead = false } = {}) {
      await until(() => isEnded || wholeReply(received, isHead) !== undefined, 'an answer');
      const whole = wholeReply(received, isHead);
      if (whole === undefined)
        throw new Error(`The connection closed without an answer: ${received.toString('latin1', 0, 500)}`);
      received = received.subarray(whole.bytes);
      return whole.reply;
    },
    closed: () => until(() => isEnded, 'the end of the connection'),
    destroy: () => socket.destroy(),
  };
}

/** Sends one request on a new connection and returns the response. */
export async function rawRequest(port: number, bytes: string | Uint8Array): Promise<RawReply> {
  const connection = await openRaw(port);
  connection.write(bytes);
  try {
    return await connection.reply();
  } finally {
    connection.destroy();
  }
}

function wholeReply(received: Buffer, isHead: boolean): { reply: RawReply; bytes: number } | undefined {
  const end = received.indexOf('\r\n\r\n');
  if (end === -1) return undefined;
  const [statusLine = '', ...lines] = received.subarray(0, end).toString('latin1').split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  );
  const status = Number(statusLine.split(' ')[1]);
  if (status === 100) {
    const rest = wholeReply(received.subarray(end + 4), isHead);
    return rest && { reply: rest.reply, bytes: rest.bytes + end + 4 };
  }
  const length = isHead ? 0 : Number(headers['content-length'] ?? 0);
  const bytes = end + 4 + length;
  if (received.length < bytes) return undefined;
  return { reply: { status, headers, body: received.subarray(end + 4, bytes).toString('utf8') }, bytes };
}
