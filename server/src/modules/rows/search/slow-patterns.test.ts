import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPostgresDatabase } from '../../../../test/engines/postgres-database.ts';
import { type Answers, ENGINES, startTestServer, type TestProject, type TestServer } from '../../../../test/index.ts';
import type { Database } from '../../../database/index.ts';
import { openPostgresDatabase } from '../../../database/postgres/open-postgres-database.ts';
import { openSqliteDatabase } from '../../../database/sqlite/open-sqlite-database.ts';
import { systemClock } from '../../../platform/clock.ts';

const ROWS = 6_000;
const TEXT = 'nothing that any of the patterns is looking for. '.repeat(80);
/** The scan takes many times this long. */
const SCAN_TIMEOUT_MS = 1_500;
/** Every text is read for each of the patterns, because none is found. */
const PATTERNS = Array.from({ length: 50 }, (_, number) => `body:ilike:*${number}x*`);
const SLOW = `/data/notes?limit=1&filter=${encodeURIComponent(`or(${PATTERNS.join(',')})`)}`;

describe.each(ENGINES)('a pattern with a leading * on a large table, on %s', (engine) => {
  let directory: string;
  let database: Database;
  let server: TestServer;
  let project: TestProject;
  let other: TestProject;
  let postgres: Awaited<ReturnType<typeof createPostgresDatabase>> | undefined;

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'slow-patterns-'));
    postgres = engine === 'postgres' ? await createPostgresDatabase() : undefined;
    const limits = { scanTimeoutMs: SCAN_TIMEOUT_MS };
    database =
      postgres === undefined
        ? await openSqliteDatabase({ directory, clock: systemClock, limits })
        : await openPostgresDatabase({ url: postgres.url, clock: systemClock, limits });
    server = await startTestServer({ database });
    project = await server.createProject();
    other = await server.createProject();
    for (const each of [project, other])
      await each.createTable({ name: 'notes', columns: [{ name: 'body', type: 'text' }], rules: { read: 'public' } });
    const body = Array.from({ length: ROWS }, () => JSON.stringify({ body: TEXT })).join('\n');
    const headers = { 'content-type': 'application/x-ndjson' };
    const imported = await project.cloudApi('/tables/notes/import?format=ndjson', { body, headers });
    expect(imported.status).toBe(200);
  });
  afterAll(async () => {
    await server?.close();
    await postgres?.[Symbol.asyncDispose]();
    await rm(directory, { recursive: true, force: true });
  });

  it('ends with 504 query_timeout, and delays neither writes nor other reads meanwhile', async () => {
    const ended: string[] = [];
    const slow = ['first', 'second'].map(async (name) => {
      const { status, body } = await project.api<{ code: string }>(SLOW);
      ended.push(name);
      return [status, body.code];
    });
    const made = await project.secretApi<{ data: { id: string } }>('/data/notes', { json: { body: 'new' } });
    const read = await project.api<Answers>(`/data/notes/${made.body.data.id}`);
    const newest = await project.api<Answers>('/data/notes?limit=1&order=created_at:desc&count=none');
    const elsewhere = await other.api<Answers>('/data/notes');
    expect([made.status, read.status, newest.status, elsewhere.status]).toEqual([201, 200, 200, 200]);
    expect(ended).toEqual([]);
    expect(await Promise.all(slow)).toEqual(Array.from(slow, () => [504, 'query_timeout']));
    expect((await project.api<Answers>('/data/notes?limit=1&order=created_at:desc')).body.count).toBe(ROWS + 1);
  });
});
