import { randomBytes } from 'node:crypto';
import { readdirSync, rmSync, statfsSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startTestServer } from '../../index.ts';
import { uploadFile } from '../../upload.ts';
import { backUp, restore } from '../../whole-project.ts';

const STDOUT = 1;
const KIB = 1024;
const FILE_BYTES = 1500 * KIB;
const ROWS = 100;
const ROW_CHARACTERS = 10 * KIB;
/** Free space on the disk: from none to more than a restore needs. */
const FREE_KIB = [0, 200, 500, 1000, 1600, 2200, 2800, 3400, 4000, 5000, 6000, 8000, 12_000];

export interface Outcome {
  readonly freeKib: number;
  /** Result for the client: `ready`, `done` or an error code. */
  readonly backup: string;
  readonly restore: string;
  /** Rows that a client can read while the disk is full. */
  readonly rows: number;
  /** Files and stores that should have been deleted. */
  readonly left: readonly string[];
}

/** Runs with the temporary directory on its own file system: varies the free space, makes a backup, restores it and checks the result. */
const directory = tmpdir();
const filler = join(directory, 'filler');
const server = await startTestServer();
const { dataDir, adminApi: api } = server;
const project = { id: 'full' };
await must(api('/api/cloud/projects', { json: { name: 'Full', id: project.id } }));
const table = { name: 'notes', columns: [{ name: 'text', type: 'text' }] };
await must(api('/api/cloud/projects/full/tables', { json: table }));
await uploadFile((path, init) => api(`/api/baas/full${path}`, init), { bytes: randomBytes(FILE_BYTES) });
const texts = Array.from({ length: ROWS }, () => ({ text: randomBytes(ROW_CHARACTERS / 2).toString('hex') }));
await must(api('/api/baas/full/data/notes', { json: texts }));
const archive = await backUp(server, project);

const outcomes: Outcome[] = [];
for (const freeKib of FREE_KIB) {
  leaveRoom(freeKib * KIB);
  outcomes.push({
    freeKib,
    backup: await makeBackup(),
    restore: await restoreAll(),
    rows: await rows(),
    left: left(),
  });
  rmSync(filler, { force: true });
  await deleteBackups();
}
await server.close();
writeSync(STDOUT, JSON.stringify(outcomes));
process.exit();

function leaveRoom(bytes: number): void {
  const { bavail, bsize } = statfsSync(directory);
  writeFileSync(filler, Buffer.alloc(Math.max(0, bavail * bsize - bytes)));
}

async function makeBackup(): Promise<string> {
  type Backup = { id: string; state: string; error: { code: string } | null };
  const begun = await api<{ data: Backup; code: string }>('/api/cloud/projects/full/backups', { json: {} });
  if (begun.status !== 202) return begun.body.code;
  for (;;) {
    const { body } = await api<{ data: Backup }>(`/api/cloud/projects/full/backups/${begun.body.data.id}`);
    if (body.data.state !== 'running') return body.data.error?.code ?? body.data.state;
    await sleep(10);
  }
}

async function restoreAll(): Promise<string> {
  const { status, body } = await restore(server, project, archive, { query: '?replace=full' });
  return status === 200 ? body.data.state : String(body.code);
}

async function rows(): Promise<number> {
  return (await api<{ count: number }>('/api/baas/full/data/notes?limit=0')).body.count;
}

function left(): readonly string[] {
  const names = (folder: string): string[] => {
    try {
      return readdirSync(join(dataDir, folder)).map((name) => `${folder}/${name}`);
    } catch {
      return [];
    }
  };
  const stores = names('projects').filter((name) => name.endsWith('.db'));
  return [...names('cache/archives'), ...names('cache/snapshots'), ...stores.slice(1)];
}

async function deleteBackups(): Promise<void> {
  const { body } = await api<{ data: { id: string }[] }>('/api/cloud/projects/full/backups');
  for (const { id } of body.data) await must(api(`/api/cloud/projects/full/backups/${id}`, { method: 'DELETE' }));
}

async function must(reply: Promise<{ readonly status: number; readonly text: string }>): Promise<void> {
  const { status, text } = await reply;
  if (status >= 300) throw new Error(`${status}: ${text}`);
}
