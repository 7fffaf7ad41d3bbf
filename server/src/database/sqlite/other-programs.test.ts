import { globSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { ADMIN_TOKEN, createApi, startServerProcess } from '../../../test/index.ts';

/** Enough for a log of 30 MB, so that reading all of it takes a program some time. */
const ROWS = 15_000;
const BODY = 'x'.repeat(2_000);
const WRITERS = 8;
const OPENINGS = 25;
const PROJECT = '/api/cloud/projects/watched';
const NOTES = '/api/baas/watched/data/notes';

/**
 * A program that is the first to open a store's log, as far as the locks of other processes tell, begins a new index of it
 * and would pull the old one away from the service.
 */
test('other programs may open and close the file of a store while the service writes', async () => {
  const { api, dataDir } = await startWithNotes({ isArchived: false });
  let written = 0;
  let hasEnded = false;
  const write = async (): Promise<void> => {
    while (!hasEnded) {
      expect((await api(NOTES, { json: { body: 'note' } })).status).toBe(201);
      written += 1;
    }
  };
  const body = `body\n${`${BODY}\n`.repeat(ROWS)}`;
  const headers = { 'content-type': 'text/csv' };
  expect((await api(`${PROJECT}/tables/notes/import?format=csv`, { body, headers })).status).toBe(200);
  const [file = ''] = globSync(join(dataDir, 'projects', '*.db'));
  const writing = Array.from({ length: WRITERS }, write);
  try {
    for (let opening = 0; opening < OPENINGS; opening += 1) {
      const before = written;
      expect(countNotes(file)).toBeGreaterThanOrEqual(ROWS + before);
      while (written === before) await Promise.race([turn(), ...writing]);
    }
  } finally {
    hasEnded = true;
  }
  await Promise.all(writing);
  expect((await api<{ count: number }>(`${NOTES}?limit=1`)).body.count).toBe(ROWS + written);
}, 120_000);

/**
 * A program that finds a store unused may lock it, or delete its log when it closes it. The archive reads the file of a
 * store that the service uses.
 */
test('other programs find a store in use while the service uses it and after it was archived', async () => {
  const { api, dataDir, folder } = await startWithNotes({ isArchived: true });
  expect((await api(NOTES, { json: { body: 'first' } })).status).toBe(201);
  const [file = ''] = globSync(join(dataDir, 'projects', '*.db'));
  while (globSync(join(folder, 'generations', '*', 'images', 'p_*', '*')).length === 0) await pause(20);
  expect((await api(NOTES, { json: { body: 'second' } })).status).toBe(201);
  expect(countNotes(file)).toBe(2);
  const db = new DatabaseSync(file);
  onTestFinished(() => db.close());
  db.exec('PRAGMA locking_mode = EXCLUSIVE');
  expect(() => db.prepare('SELECT count(*) FROM notes').get()).toThrow('database is locked');
}, 120_000);

async function startWithNotes({ isArchived }: { readonly isArchived: boolean }) {
  const [dataDir = '', folder = ''] = await Promise.all(
    ['data', 'archive'].map((name) => mkdtemp(join(tmpdir(), `other-programs-${name}-`))),
  );
  onTestFinished(async () => {
    for (const directory of [dataDir, folder]) await rm(directory, { recursive: true, force: true });
  });
  const env = isArchived ? { SERVICE_ARCHIVE_URL: pathToFileURL(folder).href } : {};
  const service = await startServerProcess({ dataDir, env });
  onTestFinished(() => service.kill());
  const api = createApi(service.url, ADMIN_TOKEN);
  await api('/api/cloud/projects', { json: { name: 'Watched', id: 'watched' } });
  const json = { name: 'notes', columns: [{ name: 'body', type: 'text' }], rules: { read: 'public' } };
  expect((await api(`${PROJECT}/tables`, { json })).status).toBe(201);
  return { api, dataDir, folder };
}

/** Opens and closes the file in this process, which is not the service's. */
function countNotes(file: string): unknown {
  const db = new DatabaseSync(file, { readOnly: true, timeout: 10_000 });
  try {
    return db.prepare('SELECT count(*) AS notes FROM notes').get()?.['notes'];
  } finally {
    db.close();
  }
}
