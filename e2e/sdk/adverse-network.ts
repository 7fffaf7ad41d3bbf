import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The fate of a request: it arrives, its answer is lost, it is lost itself, or a proxy refuses it. */
export type Fate = 'arrives' | 'answer lost' | 'lost' | 'refused';

export interface AdverseNetwork extends AsyncDisposable {
  readonly url: string;
  /** Method and path of every request to the service, with its fate. */
  readonly requests: string[];
  /** Requests whose answer is still under way. */
  pending: number;
  /** Decides the fate of each request to the service; the delays apply to the request and to its answer. */
  plan: (path: string) => { readonly fate: Fate; readonly delaysMs: readonly [number, number] };
}

type Network = Pick<AdverseNetwork, 'plan' | 'requests' | 'pending'>;

const CALM = { fate: 'arrives', delaysMs: [0, 0] } as const;

/** The app's own origin: serves its files and proxies `/api/baas` to the service over a simulated bad network. */
export async function startAdverseNetwork(
  serviceUrl: string,
  files: Readonly<Record<string, string>>,
): Promise<AdverseNetwork> {
  const network: Network = { plan: () => CALM, requests: [], pending: 0 };
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    if (path.startsWith('/api/baas')) {
      network.pending += 1;
      void relay(network, serviceUrl, request, response)
        .catch(() => response.destroy())
        .finally(() => {
          network.pending -= 1;
        });
      return;
    }
    const text = files[new URL(path, serviceUrl).pathname];
    response.writeHead(text === undefined ? 404 : 200, { 'content-type': typeOf(path) }).end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://localhost:${(server.address() as AddressInfo).port}`;
  return Object.assign(network, {
    url,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}

async function relay(
  network: Network,
  serviceUrl: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const path = (request.url ?? '').split('/').slice(4).join('/');
  const { fate, delaysMs } = network.plan(`/${path}`);
  network.requests.push(`${request.method} /${path} ${fate}`);
  const body = Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>));
  await delay(delaysMs[0]);
  if (fate === 'lost') response.destroy();
  if (fate === 'refused') response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>502 Bad Gateway</h1>');
  if (fate === 'lost' || fate === 'refused') return;
  const { host: _, connection: __, ...headers } = request.headers;
  const answer = await fetch(serviceUrl + request.url, {
    method: request.method ?? 'GET',
    headers: headers as Record<string, string>,
    ...(body.length > 0 && { body }),
  });
  const text = await answer.text();
  await delay(delaysMs[1]);
  if (fate === 'answer lost') {
    response.destroy();
    return;
  }
  response.statusCode = answer.status;
  for (const name of ['content-type', 'retry-after', 'cache-control']) {
    const value = answer.headers.get(name);
    if (value !== null) response.setHeader(name, value);
  }
  response.setHeader('set-cookie', answer.headers.getSetCookie());
  response.end(text);
}

function delay(ms: number): Promise<void> | undefined {
  return ms > 0 ? new Promise((resolve) => setTimeout(resolve, ms)) : undefined;
}

function typeOf(path: string): string {
  return path.endsWith('.js') ? 'text/javascript' : 'text/html';
}
