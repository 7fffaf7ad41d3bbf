import { mkdir, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  ADMIN_TOKEN,
  createTestClock,
  startTestServer,
  type TestProject,
  type TestServer,
} from '../../../../test/index.ts';
import { startObjectStore } from '../../../../test/object-store.ts';
import { uploadFile } from '../../../../test/upload.ts';
import { restore, sha256 } from '../../../../test/whole-project.ts';
import { type BackupTargetConfig, backupKeepOf } from '../../../config/index.ts';
import { silentLogger } from '../../../platform/logger.ts';

interface Backup {
  readonly id: string;
  readonly state: string;
  readonly trigger: string;
  readonly stored: boolean;
  readonly size_bytes: number;
  readonly sha256: string;
  readonly verified_at: string | null;
  readonly error: { readonly code: string; readonly error?: string } | null;
}

const KEEP = backupKeepOf('last:2') ?? { last: 2, hourly: 0, daily: 0, weekly: 0, monthly: 0, yearly: 0 };

function backupsTo(target: BackupTargetConfig | undefined) {
  return { backups: { target, schedule: '0 3 * * *', keep: KEEP, passphrase: undefined } };
}

async function folderTarget() {
  const directory = await mkdtemp(join(tmpdir(), 'backups-'));
  return {
    config: { kind: 'file', directory } as const,
    directory,
    [Symbol.asyncDispose]: () => rm(directory, { recursive: true, force: true }),
  };
}

async function ready(project: TestProject, id: string): Promise<Backup> {
  for (let tries = 0; tries < 200; tries += 1) {
    const { body } = await project.cloudApi<{ data: Backup }>(`/backups/${id}`);
    if (body.data.state !== 'running') return body.data;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('The backup does not end.');
}

async function makeBackup(project: TestProject, json: object = {}): Promise<Backup> {
  const started = await project.cloudApi<{ data: Backup }>('/backups', { json });
  expect(started, started.text).toMatchObject({ status: 202, body: { data: { state: 'running', trigger: 'manual' } } });
  return await ready(project, started.body.data.id);
}

async function download(server: TestServer, project: TestProject, id: string, range?: string) {
  const answer = await fetch(`${server.url}/api/cloud/projects/${project.id}/backups/${id}/download`, {
    headers: { authorization: `Bearer ${ADMIN_TOKEN}`, ...(range !== undefined && { range }) },
  });
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) };
}

async function withRows(server: TestServer): Promise<TestProject> {
  const project = await server.createProject();
  await project.createTable({ name: 'notes', columns: [{ name: 'title', type: 'text' }] });
  await project.secretApi('/data/notes', { json: [{ title: 'one' }, { title: 'two' }] });
  await uploadFile(project.secretApi, { bytes: 'some bytes' });
  return project;
}

describe('scheduled backups', () => {
  test('the schedule backs up every project once, applies the retention rules and leaves foreign files alone', async () => {
    await using target = await folderTarget();
    const clock = createTestClock(Date.parse('2026-03-01T00:00:00Z'));
    await using server = await startTestServer({ clock, config: backupsTo(target.config) });
    const project = await withRows(server);
    const folder = join(target.directory, project.id);
    const days = async (count: number): Promise<void> => {
      for (let day = 0; day < count; day += 1) {
        clock.advance(24 * 60 * 60 * 1000);
        await server.runJobsUntilIdle();
        await server.runJobsUntilIdle();
      }
    };
    await server.runJobsUntilIdle();
    await days(1);
    const [first] = await readdir(folder);
    expect(first).toMatch(new RegExp(`^${project.id}-\\d{8}T\\d{6}Z-[0-9a-f]{8}\\.service\\.tar$`));
    expect((await stat(join(folder, String(first)))).mode & 0o777).toBe(0o600);
    const listed = await project.cloudApi<{ data: Backup[] }>('/backups');
    expect(listed.body.data).toMatchObject([{ trigger: 'schedule', state: 'ready', stored: true }]);

    const strangers = ['notes.txt', `other-20200101T000000Z-00000000.service.tar`, `${project.id}-old.service.tar`];
    await Promise.all(strangers.map((name) => writeFile(join(folder, name), 'a stranger’s')));
    const old = `${project.id}-20200101T000000Z-0000000a.service.tar`;
    await writeFile(join(folder, old), 'an old one of ours');
    const manual = await makeBackup(project);
    expect(manual).toMatchObject({ state: 'ready', stored: true });
    await days(3);
    const files = await readdir(folder);
    expect(files.filter((name) => !strangers.includes(name))).toHaveLength(3);
    expect(files).toEqual(expect.arrayContaining(strangers));
    expect(files).not.toContain(old);
    expect(files).not.toContain(first);
    const listedAfter = await project.cloudApi<{ data: Backup[] }>('/backups');
    expect(listedAfter.body.data.map(({ trigger }) => trigger).sort()).toEqual(['manual', 'schedule', 'schedule']);

    const metrics = await server.adminApi('/metrics');
    const verified = Math.floor(Date.parse(String(listedAfter.body.data[0]?.verified_at)) / 1000);
    expect(metrics.text).toContain(`backup_last_success_timestamp_seconds{project="${project.id}"} ${verified}`);
    const newest = files
      .filter((name) => name.startsWith(`${project.id}-2026`))
      .sort()
      .at(-1);
    const restored = await restore(server, await server.createProject(), await readFile(join(folder, String(newest))));
    expect(restored.body).toMatchObject({ data: { state: 'done' } });
  });

  test('a folder that cannot be written to is one warning at start, and a failed backup says so without naming it', async () => {
    await using target = await folderTarget();
    await writeFile(join(target.directory, 'file'), '');
    const directory = join(target.directory, 'file', 'backups');
    const logged: string[] = [];
    const log = (fields: unknown, text?: string): void => {
      logged.push(`${text} ${JSON.stringify(fields)}`);
    };
    const logger = { ...silentLogger, warn: log, error: log };
    await using server = await startTestServer({ logger, config: backupsTo({ kind: 'file', directory }) });
    expect(logged).toEqual([
      expect.stringMatching(/^Backups will fail: the folder .+ cannot be written to\. .*ENOTDIR/),
    ]);
    const project = await withRows(server);
    const { state, error } = await makeBackup(project);
    expect({ state, error }).toEqual({
      state: 'failed',
      error: {
        code: 'unavailable',
        error: 'The folder that keeps the backups cannot be written to; the log of the server says why.',
      },
    });
    expect(logged[1]).toMatch(/^A backup failed\. .*ENOTDIR/);
  });

  test('a backup that fails deletes no older backup', async () => {
    await using target = await folderTarget();
    const clock = createTestClock(Date.parse('2026-03-01T00:00:00Z'));
    await using server = await startTestServer({ clock, config: backupsTo(target.config) });
    const project = await withRows(server);
    const folder = join(target.directory, project.id);
    await mkdir(folder, { recursive: true });
    const old = [1, 2, 3].map((day) => `${project.id}-2020010${day}T000000Z-0000000a.service.tar`);
    await Promise.all(old.map((name) => writeFile(join(folder, name), 'old')));
    // No archive of the project can be complete while the bytes of a file are missing.
    await rm(join(server.dataDir, 'blobs'), { recursive: true });
    await server.runJobsUntilIdle();
    clock.advance(24 * 60 * 60 * 1000);
    await server.runJobsUntilIdle();
    const listed = await project.cloudApi<{ data: Backup[] }>('/backups');
    expect(listed.body.data).toMatchObject([{ trigger: 'schedule', state: 'failed' }]);
    expect(await readdir(folder)).toEqual(old);
    const metrics = await server.adminApi('/metrics');
    expect(metrics.text).not.toContain(`backup_last_success_timestamp_seconds{project="${project.id}"}`);
  });
});

describe('200', () => {
  test('without a backup target a backup is kept locally, downloaded in ranges, restored by id and deleted', async () => {
    await using server = await startTestServer();
    const project = await withRows(server);
    const backup = await makeBackup(project);
    expect(backup).toMatchObject({ state: 'ready', stored: false, error: null });
    expect(backup.verified_at).not.toBeNull();
    const whole = await download(server, project, backup.id);
    expect([whole.status, whole.bytes.byteLength, sha256(whole.bytes)]).toEqual([
      200,
      backup.size_bytes,
      backup.sha256,
    ]);
    const rest = await download(server, project, backup.id, 'bytes=1000-');
    expect(rest.status).toBe(206);
    expect(rest.headers.get('content-range')).toBe(`bytes 1000-${backup.size_bytes - 1}/${backup.size_bytes}`);
    expect(rest.bytes.equals(whole.bytes.subarray(1000))).toBe(true);

    await project.secretApi('/data/notes?all=true', { method: 'DELETE' });
    const restored = await project.cloudApi(`/restore?backup=${backup.id}&replace=${project.id}`, { method: 'POST' });
    expect(restored, restored.text).toMatchObject({ status: 200, body: { data: { state: 'done' } } });
    expect((await project.secretApi<{ count: number }>('/data/notes')).body.count).toBe(2);

    // Backups belong to the project, so they outlive the store that the restore replaced.
    const listed = await project.cloudApi<{ data: Backup[]; count: number }>('/backups');
    expect(listed.body).toMatchObject({ count: 1, data: [{ id: backup.id }] });
    expect((await project.cloudApi(`/backups/${backup.id}`, { method: 'DELETE' })).status).toBe(200);
    expect((await project.cloudApi(`/backups/${backup.id}`)).status).toBe(404);
    expect((await download(server, project, backup.id)).status).toBe(404);
  });

  test('the audit log records the creation and the download of a backup', async () => {
    await using server = await startTestServer();
    const project = await withRows(server);
    const backup = await makeBackup(project);
    await download(server, project, backup.id);
    const { body } = await project.cloudApi<{ data: { action: string }[] }>('/audit');
    const actions = body.data.map(({ action }) => action);
    expect(actions).toEqual(expect.arrayContaining(['backup.create', 'backup.download']));
  });

  test('backups are stored in an object store below the configured prefix', async () => {
    await using store = await startObjectStore();
    const config = { ...store.config, prefix: 'kept/here' };
    await using server = await startTestServer({ config: backupsTo(config) });
    const project = await withRows(server);
    const backup = await makeBackup(project, { passphrase: 'a passphrase of mine' });
    expect(backup).toMatchObject({ state: 'ready', stored: true });
    const part = await download(server, project, backup.id, 'bytes=-1024');
    expect(part.bytes.every((byte) => byte === 0)).toBe(true);
    const whole = await download(server, project, backup.id);
    expect(sha256(whole.bytes)).toBe(backup.sha256);
  });
});

describe('400', () => {
  test('without a backup target no backup can be stored there', async () => {
    await using server = await startTestServer();
    const project = await server.createProject();
    expect((await project.cloudApi('/backups', { json: { store: true } })).status).toBe(400);
  });

  test('restoring a truncated backup reports it as truncated and changes nothing', async () => {
    await using target = await folderTarget();
    await using server = await startTestServer({ config: backupsTo(target.config) });
    const project = await withRows(server);
    const backup = await makeBackup(project);
    const folder = join(target.directory, project.id);
    const [file = ''] = await readdir(folder);
    await truncate(join(folder, file), backup.size_bytes - 512);
    const restored = await project.cloudApi<{ code: string }>(`/restore?backup=${backup.id}&replace=${project.id}`, {
      method: 'POST',
    });
    expect(restored, restored.text).toMatchObject({
      status: 400,
      body: { code: 'invalid_archive', details: { entry: 'end.json', reason: 'truncated' } },
    });
    expect((await project.secretApi<{ count: number }>('/data/notes')).body.count).toBe(2);
  });
});

describe('404', () => {
  test('a backup is reachable only through its own project', async () => {
    await using server = await startTestServer();
    const project = await withRows(server);
    const other = await server.createProject();
    const backup = await makeBackup(project);
    expect((await other.cloudApi(`/backups/${backup.id}`)).status).toBe(404);
    expect((await download(server, other, backup.id)).status).toBe(404);
    expect((await other.cloudApi(`/restore?backup=${backup.id}`, { method: 'POST' })).status).toBe(404);
  });
});

describe('416', () => {
  test('a range beyond the end of a backup is refused', async () => {
    await using server = await startTestServer();
    const project = await withRows(server);
    const backup = await makeBackup(project);
    expect((await download(server, project, backup.id, `bytes=${backup.size_bytes}-`)).status).toBe(416);
  });
});
