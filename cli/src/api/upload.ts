import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { setImmediate as turn } from 'node:timers/promises';
import { Failure, failed } from '../outcome/failure.ts';

export interface UploadAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: AsyncIterable<Uint8Array> | null;
}

interface Upload {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: AsyncIterable<Uint8Array>;
  readonly signal: AbortSignal;
}

/** Streams the body; the `fetch` of some Node releases would collect all of it in memory. Follows no redirects. */
export function upload(url: string, { method, headers, bytes, signal }: Upload): Promise<UploadAnswer> {
  const request = url.startsWith('https:') ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const req = request(url, { method, headers, signal, agent: false });
    // Makes the request fail when a growing file exceeds its declared size; the excess could otherwise be read as a second request.
    Object.assign(req, { strictContentLength: true });
    req.on('error', reject);
    req.once('response', (res) => resolve(answerOf(req, res)));
    send(req, bytes).catch((error: unknown) => {
      reject(error);
      req.destroy();
    });
  });
}

async function send(req: ClientRequest, bytes: AsyncIterable<Uint8Array>): Promise<void> {
  let isAnswered = false;
  req.once('response', () => {
    isAnswered = true;
  });
  for await (const piece of readable(bytes)) {
    // Lets Node read a response that has arrived; writing to a connection that the server has closed would lose it.
    await turn();
    if (isAnswered || req.destroyed) return;
    if (!req.write(piece)) await mayGoOn(req);
  }
  if (!isAnswered) req.end();
}

/** Reports an error of the source as such, not as a failure of the server. */
async function* readable(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* bytes;
  } catch (error) {
    throw error instanceof Failure ? error : failed(`The content to send could not be read: ${String(error)}`);
  }
}

function mayGoOn(req: ClientRequest): Promise<void> {
  const events = ['drain', 'close', 'response'] as const;
  return new Promise((resolve) => {
    const done = (): void => {
      for (const event of events) req.off(event, done);
      resolve();
    };
    for (const event of events) req.on(event, done);
  });
}

function answerOf(req: ClientRequest, res: IncomingMessage): UploadAnswer {
  const headers = new Headers();
  for (const [name, values] of Object.entries(res.headersDistinct)) {
    for (const value of values ?? []) headers.append(name, value);
  }
  res.once('end', () => req.destroy());
  return { status: res.statusCode ?? 0, headers, body: res };
}
