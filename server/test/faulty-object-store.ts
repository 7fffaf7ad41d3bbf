import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { startObjectStore, type TestObjectStore } from './object-store.ts';

/** A fault that replaces the store's handling of a request. */
export type Fault =
  /** Refused with this status and code before the request reaches the store. */
  | { readonly kind: 'answer'; readonly status: number; readonly code: string }
  /** Carried out, but the connection closes before the response. */
  | { readonly kind: 'lose-answer' }
  /** Never answered. */
  | { readonly kind: 'hang' }
  /** The response's connection closes, or the response stalls, after this many bytes of its body. */
  | { readonly kind: 'cut' | 'stall'; readonly afterBytes: number };

export interface FaultyObjectStore extends TestObjectStore {
  /** `GET /files/…`: method and path of each request so far. */
  readonly requests: readonly string[];
  /** Called for each request; undefined means that the request is served normally. */
  script(faultOf: (line: string) => Fault | undefined): void;
}

/** A real S3 server behind a proxy that injects faults. */
export async function startFaultyObjectStore(): Promise<FaultyObjectStore> {
  const store = await startObjectStore();
  const requests: string[] = [];
  let faultOf: (line: string) => Fault | undefined = () => undefined;
  const proxy = createServer((req, res) => {
    const line = `${req.method} ${req.url}`;
    requests.push(line);
    const fault = faultOf(line);
    req.on('error', () => res.destroy());
    if (fault?.kind === 'hang') req.resume();
    else if (fault?.kind === 'answer') refuse(req, res, fault);
    else pass(new URL(store.config.endpoint), { req, res, fault });
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const address = proxy.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    config: { ...store.config, endpoint: `http://127.0.0.1:${port}` },
    directory: store.directory,
    requests,
    script(next) {
      faultOf = next;
    },
    async [Symbol.asyncDispose]() {
      proxy.closeAllConnections();
      await new Promise((resolve) => proxy.close(resolve));
      await store[Symbol.asyncDispose]();
    },
  };
}

function refuse(req: IncomingMessage, res: ServerResponse, { status, code }: { status: number; code: string }): void {
  req.resume();
  req.on('end', () => {
    res.writeHead(status, { 'content-type': 'application/xml' });
    res.end(`<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>As told.</Message></Error>`);
  });
}

interface PassingRequest {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly fault: Fault | undefined;
}

function pass(store: URL, { req, res, fault }: PassingRequest): void {
  const { method, url: path, headers } = req;
  const onward = request({ host: store.hostname, port: store.port, method, path, headers }, (answer) => {
    if (fault?.kind === 'lose-answer') {
      answer.resume();
      answer.on('end', () => res.destroy());
      return;
    }
    res.writeHead(answer.statusCode ?? 500, answer.headers);
    let left = fault?.kind === 'cut' || fault?.kind === 'stall' ? fault.afterBytes : Number.POSITIVE_INFINITY;
    answer.on('data', (piece: Buffer) => {
      res.write(piece.subarray(0, left));
      left -= piece.length;
      if (left > 0) return;
      answer.destroy();
      if (fault?.kind === 'cut') setImmediate(() => res.destroy());
    });
    answer.on('end', () => res.end());
    answer.on('error', () => undefined);
  });
  onward.on('error', () => res.destroy());
  // The store would wait for the rest of an upload whose client has left.
  req.on('error', () => onward.destroy());
  req.pipe(onward);
}
