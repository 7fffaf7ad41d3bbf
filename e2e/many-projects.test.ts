import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { startObjectStore } from './cluster/object-store.ts';
import { startProcesses } from './cluster/processes.ts';
import { createPostgresDatabase } from './harness/postgres-database.ts';
import { backUpProject, makeProject, type NextUrl, useProject, writeRow } from './scale/used-project.ts';

const PROJECTS = 200;
const CALLERS = 6;
/** Long, because the machine may be busy: each sign-up hashes a password and each function is compiled. */
const TEST_MS = 1_200_000;

describe.each([1, 3])('%i processes on PostgreSQL with 200 projects', (count) => {
  test('answer every write, sign-up, upload, deployment, call and backup', { timeout: TEST_MS }, async () => {
    await using place = new AsyncDisposableStack();
    const dataDir = await mkdtemp(join(tmpdir(), 'service-many-'));
    place.defer(() => rm(dataDir, { recursive: true, force: true }));
    const database = place.use(await createPostgresDatabase());
    const objects = place.use(await startObjectStore());
    const processes = place.use(
      await startProcesses(count, {
        dataDir,
        env: {
          SERVICE_DATABASE_URL: database.url,
          SERVICE_BLOBS_URL: objects.url,
          SERVICE_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
          SERVICE_LOG_LEVEL: 'error',
        },
      }),
    );
    const urls = processes.urls();
    let sent = 0;
    const nextUrl: NextUrl = () => {
      sent += 1;
      return urls[sent % urls.length] ?? '';
    };
    const made = await forEach(range(PROJECTS), (index) => makeProject(nextUrl, `many-${index}`));
    expect(made.failures).toEqual([]);
    const failures: string[] = [];
    for (const use of [writeRow, useProject, writeRow, writeRow]) {
      failures.push(...(await forEach(made.results, (project) => use(nextUrl, project))).failures);
    }
    expect(failures).toEqual([]);
    const backups = await forEach(made.results, (project) => backUpProject(nextUrl, project));
    expect(backups.failures).toEqual([]);
    expect(Math.min(...backups.results)).toBeGreaterThan(0);
  });
});

const range = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

/** Runs some at a time. Collects failures instead of stopping at the first, because their pattern shows the cause. */
async function forEach<Item, Result>(items: readonly Item[], work: (item: Item) => Promise<Result>) {
  const results: Result[] = [];
  const failures: string[] = [];
  const waiting = [...items];
  const caller = async (): Promise<void> => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
      try {
        results.push(await work(item));
      } catch (error) {
        failures.push(String(error));
      }
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, caller));
  return { results, failures };
}
