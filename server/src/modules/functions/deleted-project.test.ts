import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { deploy } from '../../../test/functions.ts';
import { ENGINES, startTestServer } from '../../../test/index.ts';
import { openRaw } from '../../../test/raw-request.ts';
import { silentLogger } from '../../platform/logger.ts';

/** Keeps creating files and log lines until it is stopped. */
const BUSY = `export default async (ctx) => {
  for (;;) {
    await ctx.storage.upload({ name: 'a.txt', body: 'more' });
    console.log('again');
  }
};`;

test.each(ENGINES)('deleting a project while its functions run leaves no files behind (%s)', async (engine) => {
  const complaints: string[] = [];
  const complain = (fields: object, message: string): void => void complaints.push(message + JSON.stringify(fields));
  await using server = await startTestServer({ engine, logger: { ...silentLogger, warn: complain, error: complain } });
  const project = await server.createProject();
  await deploy(project, 'busy', BUSY);
  const calls = [1, 2].map(() => project.secretApi('/functions/busy/invoke', { method: 'POST', json: {} }));
  const answers = Promise.all(calls.map((call) => call.catch(() => ({ status: 0 }))));
  const count = async () => (await project.secretApi<{ count: number }>('/storage/files')).body.count;
  await vi.waitFor(async () => expect(await count()).toBeGreaterThan(2), { timeout: 20_000 });

  expect((await project.cloudApi('', { method: 'DELETE' })).status).toBe(200);
  for (const { status } of await answers) expect(status).toBeGreaterThanOrEqual(500);
  // Running jobs learn that the project is deleted and are not retried.
  for (let round = 0; round < 3; round += 1) await server.runJobsUntilIdle();
  await new Promise((resolve) => setTimeout(resolve, 1200));
  const again = complaints.filter((text) => !text.includes('missing'));
  expect(again.filter((text) => /dropped|could not be/.test(text))).toEqual([]);
  const blobs = await readdir(join(server.dataDir, 'blobs'), { recursive: true, withFileTypes: true }).catch(() => []);
  expect(blobs.filter((entry) => entry.isFile()).map(({ name }) => name)).toEqual([]);
});

test('a call whose body arrives after its project was deleted runs nothing', async () => {
  await using server = await startTestServer();
  const project = await server.createProject();
  await deploy(project, 'hook', 'export default () => 1;', { trigger: 'webhook' });
  const path = '/functions/hook/webhook';
  expect((await project.api(path, { method: 'POST', key: null })).status).toBe(200);
  const raw = await openRaw(Number(new URL(server.url).port));
  raw.write(`POST /api/baas/${project.id}${path} HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{`);
  // When the later calls are answered, the first one has begun.
  for (let n = 0; n < 3; n += 1) await project.api(path, { method: 'POST', key: null });
  expect((await project.cloudApi('', { method: 'DELETE' })).status).toBe(200);
  raw.write('}');
  expect([404, 503]).toContain((await raw.reply()).status);
  raw.destroy();
});
