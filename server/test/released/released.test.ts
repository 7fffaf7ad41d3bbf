import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { StoreName } from '../../src/database/index.ts';
import { createApi } from '../api-client.ts';
import { createPostgresDatabase } from '../engines/postgres-database.ts';
import { visit } from '../published-app.ts';
import { ADMIN_TOKEN, ENGINES, type Engine, startTestServer, type TestServer } from '../start-test-server.ts';
import { storeOf } from '../store-of.ts';
import { createTestClock } from '../test-clock.ts';
import { createVisitor, USER_PASSWORD } from '../visitor.ts';
import { totpCode } from '../whole-project.ts';
import {
  loadRecord,
  MASTER_KEY,
  OWNER,
  type RecordedFacts,
  recordedReleases,
  withoutPort,
} from './recorded-release.ts';
import { type StoredIn, storeFormat, storeShape } from './store-shape.ts';

const RELEASES = await recordedReleases();
const CASES = RELEASES.flatMap((version) => ENGINES.map((engine) => ({ version, engine })));
const LATEST = CASES.filter(({ version }) => version === RELEASES.at(-1));

describe.each(CASES)('the data of release $version on $engine', ({ version, engine }) => {
  test('is served as that release served it', async () => {
    await using record = await openRecord(version, engine);
    await using server = await startOn(record);
    const { facts } = record;
    for (const [path, was] of Object.entries(facts.answers)) {
      const key = path.startsWith('/api/cloud/') ? ADMIN_TOKEN : facts.secretKeys[path.split('/')[3] ?? ''];
      const { status, text } = await server.api(path, { key: key ?? null });
      const body: unknown = JSON.parse(withoutPort(text));
      expect({ path, status, body }).toMatchObject({ path, status: 200, body: was });
    }
  });

  test('lets people and programs in with what they have', async () => {
    await using record = await openRecord(version, engine);
    await using server = await startOn(record);
    const { facts } = record;
    const me = await server.api('/api/cloud/auth/me', { key: facts.personalToken });
    expect(me).toMatchObject({ status: 200, body: { data: { account: { email: OWNER.email } } } });
    expect((await server.api('/api/cloud/auth/login', { json: OWNER })).status).toBe(200);
    const visitor = createVisitor(createApi(server.url, facts.publicKey));
    const { email, userId, totpSecret } = facts.whole;
    const first = await visitor.api<{ data: { mfa_token: string } }>('/api/baas/shop/auth/login', {
      json: { email, password: USER_PASSWORD },
    });
    expect(first.body).toMatchObject({ data: { mfa_required: true } });
    const second = await visitor.api('/api/baas/shop/auth/mfa/challenge', {
      json: { mfa_token: first.body.data.mfa_token, code: totpCode(totpSecret, 1, nowOf(facts)) },
    });
    expect(second).toMatchObject({ status: 200, body: { data: { user: { id: userId } } } });
  });

  test('works on: functions with their secrets, the app, files, and new rows with their webhooks', async () => {
    await using record = await openRecord(version, engine);
    await using server = await startOn(record);
    const { facts } = record;
    const secretKey = facts.secretKeys['shop'] ?? '';
    const shop = createApi(server.url, secretKey);
    const called = await shop('/api/baas/shop/functions/greet/invoke', { json: {} });
    expect(called).toMatchObject({ status: 200, body: { data: { token: 'a secret value', from: 'v2' } } });
    const page = await visit(server, { id: 'shop' }, '/');
    expect([page.status, page.text]).toEqual([200, '<!doctype html><title>Two</title>']);
    const file = await shop(`/api/baas/shop/storage/files/${facts.whole.fileId}/download`);
    expect([file.status, file.text.slice(0, 28)]).toEqual([200, 'The bytes of a file of shop.']);
    const deliveries = `/api/cloud/projects/shop/webhooks/${facts.whole.webhookId}/deliveries`;
    const before = await server.adminApi<{ count: number }>(deliveries);
    expect((await shop('/api/baas/shop/data/people', { json: {} })).status).toBe(201);
    const after = await server.adminApi<{ count: number }>(deliveries);
    expect([before.body.count, after.body.count]).toEqual([0, 1]);
  });

  test('gets the tables, indexes and triggers of a new installation', async () => {
    await using record = await openRecord(version, engine);
    await using server = await startOn(record);
    await using postgres = engine === 'postgres' ? await createPostgresDatabase() : undefined;
    await using fresh = await startTestServer(
      postgres && { config: { database: { engine: 'postgres', url: postgres.url } } },
    );
    const project = await fresh.createProject({ id: 'empty' });
    await project.createTable({ name: 'notes', columns: [{ name: 'text', type: 'text' }] });
    const freshPlace = { dataDir: fresh.dataDir, url: postgres?.url };
    for (const store of [() => 'control' as const, (of: TestServer) => storeOf(of.database, 'empty')]) {
      await server.adminApi('/api/cloud/projects/empty/tables');
      const [was, is] = [
        await storeShape(record.place, await store(server)),
        await storeShape(freshPlace, await store(fresh)),
      ];
      // PostgreSQL gets some tables on their first use.
      const both = [...is.keys()].filter((table) => engine === 'sqlite' || was.has(table));
      expect(both.length).toBeGreaterThan(3);
      for (const table of both) expect([table, was.get(table)]).toEqual([table, is.get(table)]);
    }
  });
});

test.each(LATEST)(
  'release $version can still use on $engine what this release has migrated',
  async ({ version, engine }) => {
    await using record = await openRecord(version, engine);
    const stores: readonly StoreName[] = ['control', ...record.facts.stores];
    const before = await Promise.all(stores.map((store) => storeFormat(record.place, store)));
    await using server = await startOn(record);
    for (const id of ['shop', 'empty'])
      expect((await server.adminApi(`/api/cloud/projects/${id}/tables`)).status).toBe(200);
    for (const [at, store] of stores.entries()) {
      const { migration = 0, readable_from: readableFrom = migration } = await storeFormat(record.place, store);
      expect([store, migration > (before[at]?.['migration'] ?? 0)]).toEqual([store, true]);
      expect([store, readableFrom]).toEqual([store, Math.min(readableFrom, before[at]?.['migration'] ?? 0)]);
    }
  },
);

interface Record extends AsyncDisposable {
  readonly place: StoredIn;
  readonly facts: RecordedFacts;
}

async function openRecord(version: string, engine: Engine): Promise<Record> {
  const dataDir = await mkdtemp(join(tmpdir(), 'released-'));
  const postgres = engine === 'postgres' ? await createPostgresDatabase() : undefined;
  const place = { dataDir, url: postgres?.url };
  return {
    place,
    facts: await loadRecord(version, place),
    async [Symbol.asyncDispose]() {
      await postgres?.[Symbol.asyncDispose]();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Starts this release a minute after the recorded one has stopped. */
async function startOn({ place: { dataDir, url }, facts }: Record): Promise<TestServer> {
  return await startTestServer({
    clock: createTestClock(nowOf(facts)),
    config: {
      dataDir,
      masterKey: Buffer.from(MASTER_KEY, 'base64'),
      ...(url !== undefined && { database: { engine: 'postgres', url } }),
    },
  });
}

function nowOf({ recordedAt }: RecordedFacts): number {
  return Date.parse(recordedAt) + 60_000;
}
