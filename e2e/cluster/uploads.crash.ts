import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createApiClient, textAt } from '../harness/api-client.ts';
import { createFilesLedger, expectWhole, uploadAndDelete } from '../harness/files-ledger.ts';
import { startPostgres } from '../harness/postgres.ts';
import { ADMIN_TOKEN } from '../harness/service-process.ts';
import { startObjectStore } from './object-store.ts';
import { startProcesses } from './processes.ts';

const PROCESSES = 3;
/** Every process is killed once in each round. */
const ROUNDS = 6;
const AT_ONCE = 3;
/** The largest files are stored in parts. */
const BYTES_MAX = 12_000_000;
const PAUSE_MS = 1500;
const RESTART_MS = 500;

test('after uploads and deletes over three processes that are killed in turn, every process serves every acknowledged file complete', async () => {
  const place = new AsyncDisposableStack();
  onTestFinished(() => place.disposeAsync());
  const dataDir = await mkdtemp(join(tmpdir(), 'service-uploads-'));
  place.defer(() => rm(dataDir, { recursive: true, force: true }));
  const postgres = place.use(await startPostgres());
  const objects = place.use(await startObjectStore());
  const env = {
    SERVICE_DATABASE_URL: await postgres.createDatabase('service'),
    SERVICE_BLOBS_URL: objects.url,
    SERVICE_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
    SERVICE_LOG_LEVEL: 'warn',
  };
  const processes = place.use(await startProcesses(PROCESSES, { dataDir, env }));
  const cloud = createApiClient(`${processes.urls()[0]}/api/cloud`, ADMIN_TOKEN);
  expect((await cloud.post('/projects', { name: 'Shop', id: 'shop' })).status).toBe(201);
  const key = textAt((await cloud.post('/projects/shop/keys', { name: 'files' })).body, 'data', 'key');
  const ledger = createFilesLedger();

  for (let round = 0; round < ROUNDS; round += 1) {
    const workers = processes
      .urls()
      .flatMap((url) => Array.from({ length: AT_ONCE }, () => uploadAndDelete(url, key, ledger, BYTES_MAX)));
    const ended = Promise.allSettled(workers);
    for (let index = 0; index < PROCESSES; index += 1) {
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      await processes.restart((round + index) % PROCESSES, 'SIGKILL', RESTART_MS);
    }
    for (const end of await ended)
      expect(String(end.status === 'rejected' && end.reason)).toMatch(/fetch failed|terminated/);
  }
  console.log(`${ledger.stored.size} files stored, ${ledger.deleted.size} deleted`);
  expect(ledger.stored.size).toBeGreaterThan(ROUNDS);
  for (const url of processes.urls()) await expectWhole(url, key, ledger);
});
