import { connect, createServer, type Socket } from 'node:net';

export interface FaultyWire extends AsyncDisposable {
  /** URL of the same database through this proxy. */
  readonly url: string;
  /** Drops all data in both directions without closing connections, until `mend`. */
  silence(): void;
  mend(): void;
  /** Cuts the next connection that sends `text`, after the server has received it and before it can answer. */
  cutAfter(text: string): void;
}

/** A TCP proxy in front of a database server that simulates network failures. */
export async function createFaultyWire(target: string): Promise<FaultyWire> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let isSilent = false;
  let fatal: string | undefined;

  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    let isCut = false;
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        if (!isCut && !isSilent) (socket === client ? upstream : client).destroy();
      });
    }
    client.on('data', (chunk) => {
      if (isSilent) return;
      upstream.write(chunk);
      if (fatal === undefined || !chunk.includes(fatal)) return;
      fatal = undefined;
      isCut = true;
      client.destroy();
      upstream.end();
    });
    upstream.on('data', (chunk) => {
      if (!isSilent && !isCut) client.write(chunk);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const url = new URL(target);
  url.port = String(typeof address === 'object' ? address?.port : '');

  return {
    url: url.href,
    silence: () => {
      isSilent = true;
    },
    mend: () => {
      isSilent = false;
    },
    cutAfter: (text) => {
      fatal = text;
    },
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
