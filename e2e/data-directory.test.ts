import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { at, createApiClient, textAt } from './harness/api-client.ts';
import { createScene, createTable, type Scene } from './harness/each-engine.ts';
import { runService, startService } from './harness/service-process.ts';

const ENTRIES = {
  name: 'entries',
  columns: [{ name: 'number', type: 'integer', required: true, unique: true }],
  rules: { read: 'public', create: 'public', update: 'public', delete: 'public' },
};
const KILLS = 4;
const WRITERS = 16;
const KILLS_MS = 120_000;

let dataDir = '';
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'service-e2e-data-'));
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

test('a second process on the same data directory is refused and does not disturb the first one', async () => {
  await using first = await startService({ dataDir });
  const second = await runService([], { SERVICE_DATA_DIR: dataDir });
  expect(second.signal, second.output).toBeNull();
  expect(second.code).not.toBe(0);
  expect(second.output).toMatch(/another|already|in use|second/i);
  expect((await fetch(`${first.url}/health`)).status).toBe(200);
});

test(
  'kill -9 at any moment loses no acknowledged write, and leftovers do not delay the next start',
  async () => {
    const acknowledged = new Set<number>();
    let scene: Scene | undefined;
    let next = 0;
    for (let round = 0; round < KILLS; round++) {
      const service = await startService({ dataDir });
      if (scene === undefined) {
        scene = await createScene(service, 'ledger');
        await createTable(scene, ENTRIES);
      }
      const client = createApiClient(`${service.url}/api/baas/ledger`, scene.publicKey);
      await expectAll(client, acknowledged);
      let isDead = false;
      const write = async (): Promise<void> => {
        while (!isDead) {
          const number = next++;
          const status = await client.post('/data/entries', { number }).then(
            (answer) => answer.status,
            () => 0,
          );
          if (status === 201) acknowledged.add(number);
          else if (status !== 0) throw new Error(`an insert was answered ${status}`);
          else return;
        }
      };
      const writing = Array.from({ length: WRITERS }, write);
      await new Promise((resolve) => setTimeout(resolve, 150 + round * 130));
      const exit = await service.end('SIGKILL');
      isDead = true;
      await Promise.all(writing);
      expect(exit.signal).toBe('SIGKILL');
    }
    expect(acknowledged.size, 'there was something to lose').toBeGreaterThan(KILLS * WRITERS);
    await using service = await startService({ dataDir });
    await expectAll(createApiClient(`${service.url}/api/baas/ledger`, scene?.publicKey), acknowledged);
  },
  KILLS_MS,
);

test('a project, its keys and its rows survive an ordinary restart', async () => {
  const own = await mkdtemp(join(tmpdir(), 'service-e2e-restart-'));
  const first = await startService({ dataDir: own });
  const scene = await createScene(first);
  await createTable(scene, ENTRIES);
  const made = await scene.anyone.post('/data/entries', { number: 7 });
  await first.stop();
  const second = await startService({ dataDir: own });
  for (const key of [scene.publicKey, scene.secretKey]) {
    const client = createApiClient(`${second.url}/api/baas/shop`, key);
    const read = await client.get(`/data/entries/${textAt(made.body, 'data', 'id')}`);
    expect(read.body).toEqual(made.body);
  }
  await second.stop();
  await rm(own, { recursive: true });
});

async function expectAll(client: ReturnType<typeof createApiClient>, acknowledged: ReadonlySet<number>): Promise<void> {
  const found = new Set<unknown>();
  for (let offset = 0; ; offset += 1000) {
    const page = await client.get(`/data/entries?order=number&limit=1000&offset=${offset}&select=number`);
    expect(page.status).toBe(200);
    const rows = at(page.body, 'data');
    if (!Array.isArray(rows) || rows.length === 0) break;
    for (const row of rows) found.add(at(row, 'number'));
  }
  expect([...acknowledged].filter((number) => !found.has(number))).toEqual([]);
}
