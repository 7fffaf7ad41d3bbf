import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createScene, createTable } from './harness/each-engine.ts';
import { findPort } from './harness/find-port.ts';
import { createPostgresDatabase } from './harness/postgres-database.ts';
import { openConnection } from './harness/raw-connection.ts';
import { ADMIN_TOKEN, launch, startService, untilHealthy } from './harness/service-process.ts';

const NOTES = {
  name: 'notes',
  columns: [{ name: 'title', type: 'text' }],
  rules: { read: 'public', create: 'public' },
};
const DRAIN_MS = 10_000;
/** A process counts the others every three seconds. */
const BEAT_MS = 4000;
/** Long, because the sources are bundled first and the machine may be busy. */
const START_MS = 150_000;

test('after SIGTERM running requests finish, new ones get a clear refusal, and the process exits with 0 despite silent connections', async () => {
  await using service = await startService();
  const scene = await createScene(service);
  await createTable(scene, NOTES);
  await using silent = await openConnection(service.port);
  await using halfAsked = await openConnection(service.port);
  await using writing = await openConnection(service.port);
  await using asking = await openConnection(service.port);
  halfAsked.send('GET /api/baas/shop/data/no');
  const body = '{"title":"sent slowly"}';
  writing.send(
    `POST /api/baas/shop/data/notes HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${scene.publicKey}\r\n` +
      `content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body.slice(0, 5)}`,
  );
  asking.send('GET /health HTTP/1.1\r\n');
  // Two answered requests on another connection prove that the service has read the bytes sent before: it accepts
  // waiting connections during the first request at the latest, and reads from them during the second.
  await scene.anyone.get('/data/notes');
  await scene.anyone.get('/data/notes');
  const exit = service.end('SIGTERM');
  await untilRefused(service.port);
  asking.send('host: x\r\n\r\n');
  expect(await asking.until(/\r\n\r\n/)).toMatch(/^HTTP\/1\.1 503 [\s\S]*\r\nconnection: close\r\n/i);
  writing.send(body.slice(5));
  expect(await writing.until(/\}\s*$/)).toMatch(/^HTTP\/1\.1 201 [\s\S]*\r\nconnection: close\r\n[\s\S]*sent slowly/i);
  const { code, signal, output } = await exit;
  expect({ code, signal }, output).toEqual({ code: 0, signal: null });
  await silent.closed;
  expect(silent.received()).toBe('');
});

test('after SIGTERM no new connection is accepted', async () => {
  await using service = await startService();
  await using holding = await openConnection(service.port);
  holding.send('GET /health HTTP/1.1\r\n');
  await fetch(`${service.url}/health`);
  const exit = service.end('SIGTERM');
  await untilRefused(service.port);
  holding.send('host: x\r\n\r\n');
  expect((await exit).code).toBe(0);
});

test('for SERVICE_DRAIN_SECONDS after SIGTERM, health is 503 and new connections are still served', async () => {
  await using service = await startService({ env: { SERVICE_DRAIN_SECONDS: '3' } });
  const scene = await createScene(service);
  await createTable(scene, NOTES);
  const startedAt = performance.now();
  const exit = service.end('SIGTERM');
  const health = async (): Promise<number> => (await fetch(`${service.url}/health`)).status;
  await expect.poll(health, { interval: 10 }).toBe(503);
  await using connection = await openConnection(service.port);
  connection.send(
    `GET /api/baas/shop/data/notes HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${scene.publicKey}\r\n\r\n`,
  );
  expect(await connection.until(/\r\n\r\n/)).toMatch(/^HTTP\/1\.1 200 [\s\S]*\r\nconnection: keep-alive\r\n/i);
  expect((await scene.anyone.post('/data/notes', { title: 'late' })).status).toBe(201);
  expect((await exit).code).toBe(0);
  expect(performance.now() - startedAt).toBeGreaterThan(3000);
});

test('without any setting, one of two processes still serves for a while after SIGTERM, and a single one stops at once', async () => {
  await using database = await createPostgresDatabase();
  const env = {
    SERVICE_DATABASE_URL: database.url,
    SERVICE_SINGLE_PROCESS: 'on',
    SERVICE_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
  };
  await using first = await startService({ env });
  await using second = await startService({ env });
  const exit = second.end('SIGTERM');
  const health = async (): Promise<number> => (await fetch(`${second.url}/health`)).status;
  await expect.poll(health, { interval: 10 }).toBe(503);
  await using _late = await openConnection(second.port);
  expect((await exit).code).toBe(0);
  // The first process notices that with its next heartbeat.
  await new Promise((resolve) => setTimeout(resolve, BEAT_MS));
  const alone = first.end('SIGTERM');
  await untilRefused(first.port);
  expect((await alone).code).toBe(0);
});

/** The service has received the signal. */
async function untilRefused(port: number): Promise<void> {
  const attempt = async (): Promise<string> => {
    try {
      await using _connection = await openConnection(port);
      return 'taken';
    } catch (error) {
      return String(error);
    }
  };
  await expect.poll(attempt, { timeout: DRAIN_MS, interval: 10 }).toMatch(/ECONNREFUSED/);
}

test('a connection that never finishes its request cannot delay the exit by more than 10 s', async () => {
  await using service = await startService();
  await using stuck = await openConnection(service.port);
  stuck.send(
    'POST /api/cloud/projects HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 100\r\n' +
      `authorization: Bearer ${ADMIN_TOKEN}\r\n\r\n{`,
  );
  await fetch(`${service.url}/health`);
  const startedAt = performance.now();
  const { code } = await service.end('SIGTERM');
  expect(code).toBe(0);
  expect(performance.now() - startedAt).toBeLessThan(DRAIN_MS);
});

test(
  'npm start alone starts the service, prints its address, and forwards SIGTERM',
  async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'service-e2e-npm-'));
    const port = await findPort();
    const running = launch(
      ['start'],
      { PORT: String(port), SERVICE_DATA_DIR: dataDir, SERVICE_ADMIN_TOKEN: undefined },
      'npm',
    );
    await untilHealthy(running, `http://127.0.0.1:${port}`);
    expect(running.output()).toContain(`:${port}`);
    const startedAt = performance.now();
    running.child.kill('SIGTERM');
    const exit = await running.exit;
    expect({ code: exit.code, signal: exit.signal }, exit.output).toEqual({ code: 0, signal: null });
    expect(performance.now() - startedAt).toBeLessThan(DRAIN_MS);
    await expect(openConnection(port)).rejects.toThrow(/ECONNREFUSED/);
    await rm(dataDir, { recursive: true });
  },
  START_MS,
);
