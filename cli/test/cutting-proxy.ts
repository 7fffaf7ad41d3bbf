import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface CuttingProxy extends AsyncDisposable {
  readonly url: string;
  /** `Range` headers of all requests whose path matches. */
  readonly ranges: (string | undefined)[];
}

interface CutOptions {
  /** Paths of the requests to cut. */
  readonly path: RegExp;
  readonly afterBytes: number;
  /** How many requests are cut; later ones pass. */
  readonly times: number;
  /** Cuts the upload to the server instead of its response. */
  readonly isUpload?: boolean;
}

/** A proxy that cuts connections to a server midway. */
export async function startCuttingProxy(target: string, cuts: CutOptions): Promise<CuttingProxy> {
  const ranges: (string | undefined)[] = [];
  let left = cuts.times;
  const server = createServer((req, res) => {
    const isConcerned = cuts.path.test(req.url ?? '');
    if (isConcerned) ranges.push(req.headers.range);
    const isCut = isConcerned && left > 0;
    if (isCut) left -= 1;
    const { isUpload } = cuts;
    forward(target, { req, res, afterBytes: isCut ? cuts.afterBytes : Number.POSITIVE_INFINITY, isUpload });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ranges,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

interface Exchange {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly afterBytes: number;
  readonly isUpload: boolean | undefined;
}

function forward(target: string, { req, res, afterBytes, isUpload }: Exchange): void {
  const { host: _, ...headers } = req.headers;
  const onward = request(`${target}${req.url}`, {
    method: req.method ?? 'GET',
    headers: { ...headers, connection: 'close' },
  });
  // Bytes written before still arrive; only later ones are lost.
  let isCut = false;
  const cut = (): void => {
    isCut = true;
    res.socket?.end();
    onward.destroy();
  };
  const count = counter(afterBytes, cut);
  const fail = (): void => {
    if (!isCut) res.destroy();
  };
  onward.on('error', fail);
  onward.on('response', (answer) => {
    res.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.on('data', (bytes: Buffer) => {
      const sent = isUpload ? bytes : count(bytes);
      if (sent !== undefined) res.write(sent);
    });
    answer.on('end', () => res.end());
    answer.on('error', fail);
  });
  req.on('data', (bytes: Buffer) => {
    const sent = isUpload ? count(bytes) : bytes;
    if (sent !== undefined) onward.write(sent);
  });
  req.on('end', () => onward.end());
}

/** Returns the part of the bytes that may still pass; cuts when there is more. */
function counter(afterBytes: number, cut: () => void): (bytes: Buffer) => Buffer | undefined {
  let left = afterBytes;
  return (bytes) => {
    const passing = bytes.subarray(0, Math.max(0, left));
    left -= bytes.length;
    if (left < 0) setImmediate(cut);
    return passing.length === 0 ? undefined : passing;
  };
}
