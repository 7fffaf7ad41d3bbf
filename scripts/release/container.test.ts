import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const containerfile = read('deploy/Containerfile');

test('the health check of the image succeeds exactly while /health is 200', async () => {
  const [command = '', ...args] = JSON.parse(
    /^HEALTHCHECK .*CMD (\[.*\])$/m.exec(containerfile)?.[1] ?? '[]',
  ) as string[];
  expect(command).toBe('node');
  let status = 200;
  const server = createServer((request, response) =>
    response.writeHead(request.url === '/health' ? status : 404).end(),
  );
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const check = async (): Promise<number | null> => {
    const child = spawn(process.execPath, args, { env: { PORT: String(port) }, stdio: 'ignore' });
    const [code] = (await once(child, 'exit')) as [number | null];
    return code;
  };
  expect(await check()).toBe(0);
  status = 503;
  expect(await check()).toBe(1);
  server.close();
  server.closeAllConnections();
  await once(server, 'close');
  expect(await check()).toBe(1);
});

test('a build takes nothing but the release from its context, and the image nothing but its last stage', () => {
  const copies = [...containerfile.matchAll(/^COPY (.*)$/gm)].map(([, what = '']) => what);
  expect(copies.filter((what) => !what.startsWith('--from=build '))).toEqual(['service-*.tgz /tmp/']);
  expect(containerfile).toMatch(/^CMD \["\/opt\/service\/bin\/service-server"\]$/m);
  const ignored = read('.dockerignore').split('\n');
  expect(ignored).toEqual(expect.arrayContaining(['data', '**/*.env', '**/node_modules', '.git']));
});

test('the documented container has the same rights as the systemd unit', () => {
  const documented = [...read('docs/deploy.md').matchAll(/--cap-add ([A-Z_]+)/g)].map(([, right]) => right);
  const unit = /^CapabilityBoundingSet=(.*)$/m.exec(read('deploy/service.service'))?.[1] ?? '';
  const rights = unit.split(' ').map((right) => right.replace('CAP_', ''));
  expect(documented.toSorted()).toEqual(rights.toSorted());
  // Functions do not run without these: see the capabilities in docs/deploy.md.
  expect(rights).toEqual(expect.arrayContaining(['SETUID', 'SETGID', 'SYS_NICE', 'SYS_ADMIN', 'SYS_CHROOT']));
});
