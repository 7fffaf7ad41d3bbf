import { once } from 'node:events';
import { connect } from 'node:net';

/** A TCP connection on which a test sends exact bytes at chosen times. */
export interface RawConnection extends AsyncDisposable {
  send(text: string): void;
  /** Everything received so far. */
  received(): string;
  /** Resolves with everything received as soon as it matches, or the connection is closed. */
  until(pattern: RegExp): Promise<string>;
  /** Resolves when the other side has closed. */
  readonly closed: Promise<void>;
}

export async function openConnection(port: number): Promise<RawConnection> {
  const socket = connect({ port, host: '127.0.0.1' });
  let text = '';
  let isClosed = false;
  let wake = (): void => undefined;
  socket.on('data', (part: Buffer) => {
    text += part.toString('latin1');
    wake();
  });
  // A reset counts as an ordinary end: only the received bytes matter.
  socket.on('error', () => undefined);
  const closed = new Promise<void>((resolve) => {
    socket.once('close', () => {
      isClosed = true;
      wake();
      resolve();
    });
  });
  await once(socket, 'connect');
  return {
    send: (part) => {
      socket.write(part);
    },
    received: () => text,
    until: async (pattern) => {
      while (!pattern.test(text) && !isClosed) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      return text;
    },
    closed,
    [Symbol.asyncDispose]: async () => {
      socket.destroy();
      await closed;
    },
  };
}
