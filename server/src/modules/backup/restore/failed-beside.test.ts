import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createApi } from '../../../../test/api-client.ts';
import { ADMIN_TOKEN } from '../../../../test/start-test-server.ts';
import { createConfig } from '../../../config/index.ts';
import { silentLogger } from '../../../platform/logger.ts';
import { createServer } from '../../../server.ts';

const PATIENT = { timeout: 10_000, interval: 50 };
/** Fails the restore while it loads, and later its move to the project of the moment. */
const REFUSE = `CREATE TRIGGER refuse BEFORE UPDATE ON restores WHEN NEW.state = 'loading' OR NEW.store <> OLD.store
  BEGIN SELECT RAISE(ABORT, 'refused by the test'); END`;

let root = '';
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'failed-beside-'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

async function start() {
  const archive = { archiveUrl: `file://${root}/archive`, archiveSeconds: '1' };
  const data = { mode: 'production', dataDir: join(root, 'data') };
  const env = { ...data, ...archive, adminToken: ADMIN_TOKEN, rateLimits: 'off', port: '0' };
  const server = await createServer(createConfig(env), { logger: silentLogger });
  return { api: createApi(server.url, ADMIN_TOKEN), [Symbol.asyncDispose]: () => server.close(0) };
}

test('a restore beside a project that fails after its answer leaves no project, even when it cannot be kept', async () => {
  {
    await using first = await start();
    expect((await first.api('/api/cloud/projects', { json: { name: 'Shop', id: 'shop' } })).status).toBe(201);
  }
  const control = new DatabaseSync(join(root, 'data', 'control.db'));
  control.exec(REFUSE);
  control.close();

  await using second = await start();
  const { api } = second;
  const restore = '/api/cloud/projects/shop/restore';
  const readMoments = () => api<{ data: { to: string } }>(`${restore}/moments`);
  await expect.poll(async () => (await readMoments()).status, PATIENT).toBe(200);
  const { body } = await readMoments();
  const begun = await api(`${restore}?at=${body.data.to}&as=beside&wait=0`, { method: 'POST' });
  expect(begun.status, begun.text).toBe(202);
  await expect.poll(async () => (await api('/api/cloud/projects/beside')).status, PATIENT).toBe(404);
}, 60_000);
