import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { expect, onTestFinished } from 'vitest';
import { walkArchiveFile } from '../../../src/archive/format/index.ts';
import { createPostgresDatabase } from '../../engines/postgres-database.ts';
import { ADMIN_TOKEN, createApi, type Engine } from '../../index.ts';
import { type KillableServer, type KillPoint, startKillableServer } from '../../killable-server.ts';
import { uploadFile } from '../../upload.ts';
import { backUp, restore, sha256 } from '../../whole-project.ts';

const PROJECT = { id: 'killed' };
const CLOUD = '/api/cloud/projects/killed';
const BASE = '/api/baas/killed';
/** Time between two starts; leftovers that are kept for a day have expired by then. */
const DAY_MS = 25 * 60 * 60 * 1000;
/** Title of the row in the archive, and in the project after a restore. */
const ARCHIVED = 'archived';
const FILE = 'The bytes of a file. '.repeat(20_000);

interface Backup {
  readonly id: string;
  readonly state: string;
  readonly sha256: string;
}

/**
 * A cycle makes a stored backup and restores an archive over the project. Kills the service during a cycle, right before the effects on
 * disk or database named in `points`, then restarts it, checks the state and runs a second cycle. `every` first runs a whole cycle to
 * find all points. Returns the points.
 */
export async function killAtPoints(
  engine: Engine,
  points: readonly KillPoint[] | 'every',
): Promise<readonly KillPoint[]> {
  const place = await openPlace(engine);
  onTestFinished(() => place.close());
  let server = await place.start();
  const archive = await prepare(server);
  const told = points === 'every' ? await effectsOf(server, archive) : points;
  for (const [index, name] of told.entries()) {
    const before = [...(await titles(server)), `${index} ${name}`];
    await addRow(server, `${index} ${name}`);
    await server.count(points === 'every' ? index : name);
    const reached = await cycle(server, archive, String(name));
    // Some effects follow the last response, and some do not happen in every cycle.
    if (points !== 'every') expect(reached, `${name} is reached`).toBe('died');
    server = await place.start();
    await expectWhole(place, server, { before, isRestored: reached === 'restored' });
    expect(await cycle(server, archive, String(name))).toBe('restored');
    expect(await titles(server), String(name)).toEqual([ARCHIVED]);
  }
  return told;
}

async function effectsOf(server: KillableServer, archive: Buffer): Promise<readonly string[]> {
  await server.count();
  await cycle(server, archive, 'whole');
  return await server.effects();
}

/** A data directory, a backup target and a database that outlive the processes. */
async function openPlace(engine: Engine) {
  const root = await mkdtemp(join(tmpdir(), 'backup-kill-'));
  const postgres = engine === 'postgres' ? await createPostgresDatabase() : undefined;
  const [dataDir, target] = [join(root, 'data'), join(root, 'kept')];
  const env = {
    SERVICE_BACKUP_URL: `file://${target}`,
    // A scheduled time that does not come during the test.
    SERVICE_BACKUP_SCHEDULE: '0 0 29 2 *',
    ...(postgres && { SERVICE_DATABASE_URL: postgres.url, SERVICE_SINGLE_PROCESS: 'on' }),
  };
  let starts = 0;
  let server: KillableServer | undefined;
  return {
    dataDir,
    target,
    async start(): Promise<KillableServer> {
      await server?.kill();
      server = await startKillableServer({ dataDir, aheadMs: starts * DAY_MS, env });
      starts += 1;
      return server;
    },
    stores: () => (postgres === undefined ? storeFiles(dataDir) : storeSchemas(postgres.url)),
    async close(): Promise<void> {
      await server?.kill();
      await postgres?.[Symbol.asyncDispose]();
      await rm(root, { recursive: true, force: true });
    },
  };
}

type Place = Awaited<ReturnType<typeof openPlace>>;

async function storeFiles(dataDir: string): Promise<readonly string[]> {
  return (await readdir(join(dataDir, 'projects'))).filter((name) => name.endsWith('.db'));
}

async function storeSchemas(connectionString: string): Promise<readonly string[]> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    const { rows } = await client.query("SELECT nspname FROM pg_namespace WHERE nspname ~ '^p_[0-9a-f]{32}$'");
    return rows.map(({ nspname }) => String(nspname));
  } finally {
    await client.end();
  }
}

async function prepare(server: KillableServer): Promise<Buffer> {
  const api = createApi(server.url, ADMIN_TOKEN);
  const must = async (reply: ReturnType<typeof api>): Promise<void> => {
    const { status, text } = await reply;
    if (status >= 300) throw new Error(`${status}: ${text}`);
  };
  await must(api('/api/cloud/projects', { json: { name: 'Killed', id: PROJECT.id } }));
  const columns = [
    { name: 'title', type: 'text' },
    { name: 'file', type: 'file' },
  ];
  await must(api(`${CLOUD}/tables`, { json: { name: 'notes', columns } }));
  const { id: file } = await uploadFile((path, init) => api(`${BASE}${path}`, init), { bytes: FILE });
  await must(api(`${BASE}/data/notes`, { json: { title: ARCHIVED, file } }));
  await must(api(`${CLOUD}/secrets/TOKEN`, { method: 'PUT', json: { value: 'a secret value' } }));
  return await backUp(server, PROJECT);
}

async function addRow({ url }: KillableServer, title: string): Promise<void> {
  const { status, text } = await createApi(url, ADMIN_TOKEN)(`${BASE}/data/notes`, { json: { title } });
  expect(status, text).toBe(201);
}

async function titles({ url }: KillableServer): Promise<readonly string[]> {
  const { body, text } = await createApi(url, ADMIN_TOKEN)<{ data: { title: string }[] }>(`${BASE}/data/notes`);
  if (!Array.isArray(body.data)) throw new Error(text);
  return body.data.map(({ title }) => title);
}

/** How far the cycle got from the client's point of view. */
async function cycle(server: KillableServer, archive: Buffer, name: string): Promise<'died' | 'restored'> {
  try {
    await keepBackup(server, name);
    const restored = await restore(server, PROJECT, archive, { query: `?replace=${PROJECT.id}` });
    expect(restored, name).toMatchObject({ status: 200, body: { data: { state: 'done' } } });
    return 'restored';
  } catch (error) {
    // `fetch` throws a TypeError when the connection breaks.
    if (error instanceof TypeError) return 'died';
    throw error;
  }
}

async function keepBackup({ url }: KillableServer, name: string): Promise<void> {
  const api = createApi(url, ADMIN_TOKEN);
  const begun = await api<{ data: Backup }>(`${CLOUD}/backups`, { json: {} });
  expect(begun.status, `${name}: ${begun.text}`).toBe(202);
  for (let { state } = begun.body.data; state !== 'ready'; ) {
    expect(state, name).toBe('running');
    state = (await api<{ data: Backup }>(`${CLOUD}/backups/${begun.body.data.id}`)).body.data.state;
  }
}

interface ExpectedState {
  /** The rows before the cycle. */
  readonly before: readonly string[];
  /** The client got a response that the project was restored. */
  readonly isRestored: boolean;
}

/** The project is unchanged or restored, listed backups are complete, and no leftovers exist. */
async function expectWhole(place: Place, server: KillableServer, { before, isRestored }: ExpectedState): Promise<void> {
  const now = await titles(server);
  const allowed = isRestored ? [[ARCHIVED]] : [before, [ARCHIVED]];
  expect(allowed).toContainEqual(now);
  await expectFile(server);
  await expectBackups(place, server);
  expect(await place.stores()).toHaveLength(1);
  for (const folder of ['archives', 'snapshots']) {
    expect(await readdir(join(place.dataDir, 'cache', folder)).catch(() => []), folder).toEqual([]);
  }
  expect(await readdir(join(place.target, '.incoming')).catch(() => [])).toEqual([]);
}

async function expectFile({ url }: KillableServer): Promise<void> {
  const api = createApi(url, ADMIN_TOKEN);
  const { body } = await api<{ data: { file: string | null }[] }>(`${BASE}/data/notes?filter=title:eq:${ARCHIVED}`);
  const file = await api(`${BASE}/storage/files/${body.data[0]?.file}/download`);
  expect(sha256(Buffer.from(file.text))).toBe(sha256(Buffer.from(FILE)));
}

async function expectBackups({ target }: Place, { url }: KillableServer): Promise<void> {
  const { body } = await createApi(url, ADMIN_TOKEN)<{ data: Backup[] }>(`${CLOUD}/backups?limit=1000`);
  const files = (await readdir(join(target, PROJECT.id)).catch(() => [])).map((name) => join(target, PROJECT.id, name));
  const hashes = new Set<string>();
  for (const file of files) {
    await walkArchiveFile(file);
    hashes.add(sha256(await readFile(file)));
  }
  for (const { state, sha256: hash } of body.data) {
    expect(['ready', 'failed']).toContain(state);
    if (state === 'ready') expect(hashes).toContain(hash);
  }
}
