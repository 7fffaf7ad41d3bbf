import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished } from 'vitest';
import { createPostgresDatabase } from '../../engines/postgres-database.ts';
import { ADMIN_TOKEN, createApi, type Engine, startServerProcess } from '../../index.ts';

const PROJECT = '/api/cloud/projects/search';
const NOTES = '/api/baas/search/data/notes';
/** Each writer begins a write this long after its last one began, or when that is answered: 500 a second in all. */
const WRITES_EVERY_MS = 64;
const WRITERS = 32;
const WHOLE_WITHIN_MS = 1_200_000;

interface Page {
  readonly data: readonly { readonly id: string }[];
  readonly count: number;
}

interface CheckAnswer {
  readonly data: { readonly wrong: number; readonly next: string | null };
}

/**
 * Makes a column of a filled table searchable while rows are inserted, changed and deleted, about 500 times a second,
 * and kills the service at even parts of the build. In the end the index must have the words of every row.
 */
export async function switchOnUnderWrites(
  engine: Engine,
  { rows, kills }: { rows: number; kills: number },
): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'switch-on-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const postgres = engine === 'postgres' ? await createPostgresDatabase() : undefined;
  if (postgres !== undefined) onTestFinished(() => postgres[Symbol.asyncDispose]());
  const start = () => startServerProcess({ dataDir, ...(postgres !== undefined && { databaseUrl: postgres.url }) });
  let service = await start();
  onTestFinished(() => service.kill());
  let api = createApi(service.url, ADMIN_TOKEN);
  const json = { name: 'notes', columns: [{ name: 'body', type: 'text' }], rules: { read: 'public' } };
  await api('/api/cloud/projects', { json: { name: 'Search', id: 'search' } });
  expect((await api(`${PROJECT}/tables`, { json })).status).toBe(201);
  const body = `body\n${Array.from({ length: rows }, (_, number) => `every row ${number}`).join('\n')}`;
  const headers = { 'content-type': 'text/csv' };
  expect((await api(`${PROJECT}/tables/notes/import?format=csv`, { body, headers })).status).toBe(200);
  const change = { change_columns: [{ name: 'body', searchable: true }] };
  expect((await api(`${PROJECT}/tables/notes`, { method: 'PATCH', json: change })).status).toBe(200);

  const stop = new AbortController();
  const writers = Array.from({ length: WRITERS }, (_, number) => writeUntil(stop.signal, () => api, number));
  try {
    for (let kill = 1; kill <= kills; kill += 1) {
      await untilProgress(api, kill / (kills + 1));
      await service.kill();
      service = await start();
      api = createApi(service.url, ADMIN_TOKEN);
    }
    await untilProgress(api, 1);
  } finally {
    stop.abort();
  }
  const written = (await Promise.all(writers)).reduce((sum, one) => sum + one, 0);
  expect(written).toBeGreaterThan(0);
  const all = await api<Page>(`${NOTES}?limit=1`);
  const found = await api<Page>(`${NOTES}?limit=1&search=every`);
  expect(found.body.count).toBe(all.body.count);
  expect(await countWrong(api)).toBe(0);
}

type Api = ReturnType<typeof createApi>;

/** Resolves with the number of acknowledged writes. Between a kill and the next start no server answers. */
async function writeUntil(signal: AbortSignal, current: () => Api, writer: number): Promise<number> {
  const known: string[] = [];
  let written = 0;
  for (let number = 0; !signal.aborted; number += 1) {
    const startedAt = performance.now();
    const id = known[number % 7];
    const json = { body: `every write ${writer} ${number}` };
    try {
      const api = current();
      if (id !== undefined && number % 3 === 1) await api(`${NOTES}/${id}`, { method: 'PATCH', json });
      else if (id !== undefined && number % 3 === 2) {
        await api(`${NOTES}/${id}`, { method: 'DELETE' });
        known.splice(number % 7, 1);
      } else known.push((await api<{ data: { id: string } }>(NOTES, { json })).body.data.id);
      written += 1;
    } catch {
      await pause(WRITES_EVERY_MS);
    }
    await pause(Math.max(0, startedAt + WRITES_EVERY_MS - performance.now()));
  }
  return written;
}

/** 1 when searches work. */
async function progressOf(api: Api): Promise<number> {
  const { status, body } = await api<{ details?: { progress?: number } }>(`${NOTES}?limit=1&search=every`);
  return status === 200 ? 1 : (body.details?.progress ?? 0);
}

/** Waits until the build has passed a share of the table, or is complete. */
async function untilProgress(api: Api, share: number): Promise<void> {
  const until = Date.now() + WHOLE_WITHIN_MS;
  for (let progress = 0; progress < 1 && progress <= share; ) {
    if (Date.now() > until) throw new Error(`the index is still at ${progress}`);
    await pause(10);
    progress = await progressOf(api);
  }
}

async function countWrong(api: Api): Promise<number> {
  let wrong = 0;
  for (let after = ''; ; ) {
    const { status, body } = await api<CheckAnswer>(`${PROJECT}/tables/notes/search-check${after}`);
    expect(status).toBe(200);
    wrong += body.data.wrong;
    if (body.data.next === null) return wrong;
    after = `?after=${body.data.next}`;
  }
}
