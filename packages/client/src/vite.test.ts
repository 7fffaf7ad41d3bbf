import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import service from './vite.ts';

const cleanUp = new AsyncDisposableStack();
afterAll(() => cleanUp.disposeAsync());

async function listen(name: string): Promise<string> {
  const server = createServer((request, response) => response.end(`${name} ${request.url}`));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanUp.defer(() => new Promise((resolve) => server.close(() => resolve())));
  cleanUp.defer(() => server.closeAllConnections());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('an app’s own proxy of /api leaves /api/baas to the service', async () => {
  const root = await mkdtemp(join(tmpdir(), 'service-vite-'));
  cleanUp.defer(() => rm(root, { recursive: true, force: true }));
  const url = await listen('service');
  const vite = await import('vite');
  const server = await vite.createServer({
    root,
    configFile: false,
    logLevel: 'silent',
    plugins: [service({ url, projectId: 'shop', publicKey: 'pk_x', types: false })],
    server: { host: '127.0.0.1', port: 0, proxy: { '/api': await listen('own') }, hmr: false, ws: false },
  });
  cleanUp.defer(() => server.close());
  await server.listen();
  const [address = ''] = server.resolvedUrls?.local ?? [];
  const ask = async (path: string) => await (await fetch(new URL(path, address))).text();
  expect(await ask('/api/baas/shop/data/todos')).toBe('service /api/baas/shop/data/todos');
  expect(await ask('/api/orders')).toBe('own /api/orders');
});
