/**
 * Records what a release stores, for the tests of upgrades: `node server/test/released/record.ts <folder> <version>`. The folder is
 * a checkout of the release after `npm ci && npm run build`, or an installed release. Run it once when a version is released.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StoreName } from '../../src/database/index.ts';
import { withDatabase } from '../../src/database/postgres/move/database-client.ts';
import { dumpStore } from '../../src/database/postgres/move/dump-store.ts';
import { createApi } from '../api-client.ts';
import { startPostgresServer } from '../engines/postgres-server.ts';
import { findFreePort } from '../find-free-port.ts';
import { ADMIN_TOKEN, createProject } from '../start-test-server.ts';
import { fillWithoutPasskey } from '../whole-project.ts';
import { dumpSqlite } from './dump-sqlite.ts';
import { MASTER_KEY, OWNER, type RecordedFacts, withoutPort, writeRecord } from './recorded-release.ts';

/** Files that every start creates, and those that hold rows until SQLite moves them into the database. */
const TRANSIENT = /^(lock\.db|spool\/.*|cache\/.*|.*-(wal|shm|notes))$/;
const STORES = "SELECT nspname AS name FROM pg_catalog.pg_namespace WHERE nspname = 'control' OR nspname LIKE 'p\\_%'";
const READ = [
  '/api/cloud/projects/shop',
  '/api/cloud/projects/shop/tables',
  '/api/cloud/projects/shop/functions/greet',
  '/api/cloud/projects/shop/functions/nightly',
  '/api/cloud/projects/shop/functions/shown',
  '/api/cloud/projects/shop/webhooks',
  '/api/cloud/projects/shop/deployments',
  '/api/cloud/projects/shop/settings',
  '/api/cloud/projects/shop/messages',
  '/api/cloud/projects/empty',
  '/api/baas/shop/data/teams?order=name',
  '/api/baas/shop/data/people',
  '/api/baas/shop/data/teams?filter=size:gt:1',
  '/api/baas/empty/data/notes',
];

const [folder = '', version = ''] = process.argv.slice(2);
if (!/^\d+\.\d+\.\d+$/.test(version)) throw new Error('usage: record.ts <folder of the release> <version>');
await recordOnSqlite();
await recordOnPostgres();

async function recordOnSqlite(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'record-'));
  const facts = await useRelease(dataDir, {});
  const databases: Record<string, string> = {};
  const files: Record<string, Uint8Array> = {};
  for (const path of await filesOf(dataDir)) {
    if (path.endsWith('.db')) databases[path] = dumpSqlite(join(dataDir, path));
    else files[path] = await readFile(join(dataDir, path));
  }
  await writeRecord(version, 'sqlite', { facts: { ...facts, stores: storesOf(databases) }, databases, files });
  await rm(dataDir, { recursive: true });
}

async function recordOnPostgres(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'record-'));
  await using postgres = await startPostgresServer();
  const url = await postgres.createDatabase();
  const facts = await useRelease(dataDir, { SERVICE_DATABASE_URL: url, SERVICE_SINGLE_PROCESS: 'on' });
  const databases: Record<string, string> = {};
  await withDatabase(url, async (database) => {
    for (const { name } of await database.rows(STORES)) {
      const parts = await Array.fromAsync(dumpStore(database, String(name) as StoreName));
      databases[String(name)] = parts.join('');
    }
  });
  const files: Record<string, Uint8Array> = {};
  for (const path of await filesOf(dataDir)) files[path] = await readFile(join(dataDir, path));
  await writeRecord(version, 'postgres', { facts: { ...facts, stores: storesOf(databases) }, databases, files });
  await rm(dataDir, { recursive: true });
}

function storesOf(databases: Readonly<Record<string, string>>): readonly StoreName[] {
  return Object.keys(databases).flatMap((path) => (/p_[0-9a-f]{32}/.exec(path)?.[0] ?? []) as StoreName[]);
}

async function filesOf(dataDir: string): Promise<readonly string[]> {
  const entries = await readdir(dataDir, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  return paths.map((path) => path.slice(dataDir.length + 1)).filter((path) => !TRANSIENT.test(path));
}

/** Starts the release, fills it over HTTP, and stops it. */
async function useRelease(
  dataDir: string,
  env: Readonly<Record<string, string>>,
): Promise<Omit<RecordedFacts, 'stores'>> {
  const port = await findFreePort();
  const child = spawn(process.execPath, [join(folder, 'dist/main.mjs')], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env['PATH'],
      PORT: String(port),
      SERVICE_MODE: 'production',
      SERVICE_DATA_DIR: dataDir,
      SERVICE_ADMIN_TOKEN: ADMIN_TOKEN,
      SERVICE_MASTER_KEY: MASTER_KEY,
      SERVICE_RATE_LIMITS: 'off',
      ...env,
    },
  });
  try {
    const setupToken = await untilReady(child);
    return await fill(`http://127.0.0.1:${port}`, setupToken);
  } finally {
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
}

async function untilReady(child: ChildProcess): Promise<string> {
  let text = '';
  for await (const piece of child.stdout ?? []) {
    text += String(piece);
    const token = /setup\?token=(\S+)/.exec(text)?.[1];
    if (token === undefined) continue;
    child.stdout?.resume();
    return token;
  }
  throw new Error(`The release did not start:\n${text}`);
}

async function fill(url: string, setupToken: string): Promise<Omit<RecordedFacts, 'stores'>> {
  const adminApi = createApi(url, ADMIN_TOKEN);
  const owner = await adminApi('/api/cloud/setup', { key: null, json: { token: setupToken, ...OWNER } });
  const cookie = owner.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const token = await adminApi<{ data: { token: string } }>('/api/cloud/tokens', {
    key: null,
    headers: { cookie },
    json: { name: 'recorded' },
  });
  const project = await createProject(url, adminApi, { id: 'shop', name: 'Shop' });
  const { bytes: _, ...whole } = await fillWithoutPasskey({ adminApi }, project);
  const empty = await createProject(url, adminApi, { id: 'empty', name: 'Empty' });
  await empty.createTable({ name: 'notes', columns: [{ name: 'text', type: 'text' }] });
  const secretKeys: Readonly<Record<string, string>> = { shop: project.secretKey, empty: empty.secretKey };
  const answers: Record<string, unknown> = {};
  for (const path of READ) {
    const isCloud = path.startsWith('/api/cloud/');
    const answer = await adminApi(path, {
      key: isCloud ? ADMIN_TOKEN : (secretKeys[path.split('/')[3] ?? ''] ?? null),
    });
    if (answer.status !== 200) throw new Error(`${path} gave ${answer.status}: ${answer.text}`);
    answers[path] = JSON.parse(withoutPort(answer.text));
  }
  return {
    recordedAt: new Date().toISOString(),
    publicKey: project.publicKey,
    secretKeys,
    whole,
    personalToken: token.body.data.token,
    answers,
  };
}
