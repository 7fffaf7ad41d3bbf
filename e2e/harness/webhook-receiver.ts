import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { buffer } from 'node:stream/consumers';

const PATIENCE_MS = 20_000;

/** A delivery as it arrived over the wire. */
export interface ReceivedDelivery {
  /** Arrival time by `Date.now()`. */
  readonly atMs: number;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** A real receiver that keeps all deliveries. */
export interface WebhookReceiver extends AsyncDisposable {
  readonly port: number;
  readonly url: string;
  /** The statuses of the next answers; 200 after the last. */
  readonly statuses: number[];
  readonly deliveries: readonly ReceivedDelivery[];
  /** Waits for `count` deliveries to a path; resolves with the first ones. */
  until(path: string, count: number): Promise<readonly ReceivedDelivery[]>;
}

export async function startWebhookReceiver(port = 0): Promise<WebhookReceiver> {
  const deliveries: ReceivedDelivery[] = [];
  const statuses: number[] = [];
  const server = createServer(async (request, response) => {
    const body = await buffer(request);
    const payload = JSON.parse(body.toString('utf8')) as Record<string, unknown>;
    deliveries.push({ atMs: Date.now(), path: request.url ?? '', headers: request.headers, body, payload });
    response.writeHead(statuses.shift() ?? 200).end();
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the receiver has no port');
  return {
    port: address.port,
    url: `http://127.0.0.1:${address.port}`,
    statuses,
    deliveries,
    until: async (path, count) => {
      const deadline = performance.now() + PATIENCE_MS;
      for (;;) {
        const found = deliveries.filter((delivery) => delivery.path === path);
        if (found.length >= count) return found.slice(0, count);
        if (performance.now() > deadline) throw new Error(`${found.length} of ${count} deliveries came to ${path}`);
        await new Promise((resolve) => setTimeout(resolve, 25));
      }
    },
    [Symbol.asyncDispose]: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The Standard Webhooks signature for a plain-text secret. */
export function standardSignature({ headers, body }: ReceivedDelivery, secret: string): string {
  const signed = createHmac('sha256', secret).update(`${headers['webhook-id']}.${headers['webhook-timestamp']}.`);
  return `v1,${signed.update(body).digest('base64')}`;
}
