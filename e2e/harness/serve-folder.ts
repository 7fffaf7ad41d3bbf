import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

/**
 * Serves a bundler's output on a port of localhost: another origin of the service's site, as in development without a
 * proxy.
 */
export async function serveFolder(folder: string): Promise<{ readonly url: string } & AsyncDisposable> {
  const server = createServer((request, response) => {
    const name = request.url === '/' ? 'index.html' : (request.url ?? '').slice(1);
    response.setHeader('content-type', name.endsWith('.js') ? 'text/javascript' : 'text/html');
    readFile(join(folder, name)).then(
      (bytes) => response.end(bytes),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}/`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
