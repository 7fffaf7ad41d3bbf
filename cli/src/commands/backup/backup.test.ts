import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestProject, type TestServer } from '../../../../server/test/index.ts';
import { uploadFile } from '../../../../server/test/upload.ts';
import { startCuttingProxy } from '../../../test/cutting-proxy.ts';
import { createFolder, type Folder } from '../../../test/run-command.ts';
import { archiveName } from './save-archive.ts';

const PASSPHRASE = 'correct horse battery';

let server: TestServer;
let source: TestProject;
let archive: Buffer;

beforeAll(async () => {
  server = await startTestServer();
  source = await server.createProject();
  await source.createTable({ name: 'todos', columns: [{ name: 'title', type: 'text' }] });
  await source.secretApi('/data/todos', { json: [{ title: 'one' }, { title: 'two' }] });
  await uploadFile(source.secretApi, { name: 'large.bin', bytes: Buffer.alloc(300_000, 'x') });
  await using app = await openApp();
  await app.run(['backup', '--out', 'a.service.tar']);
  archive = await readFile(join(app.path, 'a.service.tar'));
});
afterAll(() => server.close());

async function openApp(project: TestProject = source, url = server.url): Promise<Folder> {
  const folder = await createFolder({
    SERVICE_URL: url,
    SERVICE_TOKEN: server.adminToken,
    SERVICE_PROJECT_ID: project.id,
  });
  await folder.write('passphrase.txt', `${PASSPHRASE}\n`);
  return folder;
}

test('a backup is one complete file with its hash, readable only by its owner, and leaves nothing on the server', async () => {
  await using app = await openApp();
  const ran = await app.run(['backup', '--out', 'a.service.tar', '--json']);
  expect(ran, ran.stdout).toMatchObject({ exit: 0, stderr: '' });
  const file = join(app.path, 'a.service.tar');
  const bytes = await readFile(file);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  expect(ran.json()).toEqual({ data: { path: file, bytes: bytes.length, sha256 }, count: 1 });
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect((await app.run(['backup', 'list', '--json'])).json()).toEqual({ data: [], count: 0 });
  const unnamed = await app.run(['backup', '--json', '--exclude', 'files']);
  expect(unnamed.json().data['path']).toMatch(new RegExp(`/${source.id}-\\d{8}T\\d{6}Z\\.service\\.tar$`));
  expect((await app.run(['backup', '--out', '-', '--json'])).exit).toBe(2);
  expect((await app.run(['backup', '--exclude', 'rows'])).exit).toBe(2);
});

test('a broken download continues by range and gives the same bytes', async () => {
  await using proxy = await startCuttingProxy(server.url, { path: /\/download$/, afterBytes: 70_000, times: 3 });
  await using app = await openApp(source, proxy.url);
  const ran = await app.run(['backup', '--out', 'a.service.tar', '--json']);
  expect(ran.exit, ran.stdout).toBe(0);
  const [first, ...others] = proxy.ranges;
  const starts = others.map((range) => Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1]));
  expect(first).toBeUndefined();
  // Bytes that the client had not read when the connection broke may be lost.
  expect(starts).toEqual([expect.any(Number), expect.any(Number), expect.any(Number)]);
  expect(starts.every((start, index) => start > (starts[index - 1] ?? 0))).toBe(true);
  expect(await app.run(['backup', 'verify', 'a.service.tar'])).toMatchObject({ exit: 0 });
});

test('a server that does not come back exits with 7 and leaves no file', async () => {
  await using proxy = await startCuttingProxy(server.url, { path: /\/download$/, afterBytes: 0, times: 100 });
  await using app = await openApp(source, proxy.url);
  const ran = await app.run(['backup', '--out', 'a.service.tar', '--json']);
  expect(ran.json()).toMatchObject({ exit: 7, code: 'unreachable' });
  expect(await readdir(app.path)).toEqual(['passphrase.txt']);
});

test('users create, list, fetch and delete backups on the server', async () => {
  await using app = await openApp();
  const made = await app.run(['backup', 'create', '--json']);
  expect(made.json().data, made.stdout).toMatchObject({ state: 'ready', trigger: 'manual' });
  const id = String(made.json().data['id']);
  expect((await app.run(['backup', 'list', '--json'])).json()).toMatchObject({ data: [{ id }], count: 1 });
  const fetched = await app.run(['backup', 'fetch', id, '--out', 'b.service.tar', '--json']);
  expect(fetched.json().data).toMatchObject({ sha256: made.json().data['sha256'] });
  expect(await app.run(['restore', '--stored', id, '--dry-run'])).toMatchObject({ exit: 0 });
  expect(await app.run(['backup', 'delete', id, '--yes'])).toMatchObject({ exit: 5 });
  expect(await app.run(['backup', 'delete', id, '--confirm', source.id])).toMatchObject({ exit: 0 });
  expect(await app.run(['backup', 'fetch', id])).toMatchObject({ exit: 4 });
});

test('verify lists the contents of an archive without a server', async () => {
  await using app = await createFolder();
  await app.write('a.service.tar', archive);
  const ran = await app.run(['backup', 'verify', 'a.service.tar', '--json']);
  expect(ran.json().data).toMatchObject({
    project: { id: source.id },
    counts: { tables: 1, rows: 2, files: 1 },
    opens: ['server'],
  });
  const piped = await app.run(['backup', 'verify', '-', '--json'], { stdin: archive });
  expect(piped.json()).toEqual(ran.json());
});

test.each<[string, (bytes: Buffer) => Uint8Array, object]>([
  ['a truncated file', (bytes) => bytes.subarray(0, 4000), { reason: 'truncated' }],
  ['a changed byte', (bytes) => flipped(bytes, bytes.length - 5000), { reason: 'checksum' }],
  ['trailing bytes', (bytes) => Buffer.concat([bytes, Buffer.of(0)]), { entry: 'end.json', reason: 'size' }],
  ['a path out of the folder', (bytes) => renamed(bytes, '../../../etc/x'), { entry: 'manifest.json', reason: 'name' }],
  ['no archive', () => Buffer.from('x'.repeat(2000)), { entry: 'manifest.json' }],
])('verify names the bad entry, and the server refuses the archive: %s', async (_how, damage, details) => {
  await using app = await openApp();
  await app.write('bad.service.tar', damage(archive));
  const told = await app.run(['backup', 'verify', 'bad.service.tar', '--json']);
  expect(told.json(), told.stdout).toMatchObject({ exit: 1, code: 'invalid_archive', details });
  const refused = await app.run(['restore', 'bad.service.tar', '--new', 'Bad', '--id', 'bad-archive', '--json']);
  expect(refused.json(), refused.stdout).toMatchObject({ exit: 1, code: 'invalid_archive', details });
  expect(await app.run(['projects', 'show', 'bad-archive'])).toMatchObject({ exit: 4 });
});

function flipped(bytes: Buffer, at: number): Buffer {
  const changed = Buffer.from(bytes);
  changed[at] = (changed[at] ?? 0) ^ 1;
  return changed;
}

/** Renames the first entry and corrects the checksum. */
function renamed(bytes: Buffer, name: string): Buffer {
  const changed = Buffer.from(bytes);
  const header = changed.subarray(0, 512);
  header.fill(0, 0, 100);
  header.write(name, 0, 'latin1');
  header.write('        ', 148, 'latin1');
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return changed;
}

test('restore makes a new project from an archive; a wrong passphrase makes none', async () => {
  await using elsewhere = await startTestServer({ engine: 'postgres' });
  await source.cloudApi('/secrets/API_KEY', { method: 'PUT', json: { value: 'a secret value' } });
  await using app = await openApp();
  await app.run(['backup', '--out', 'a.service.tar', '--passphrase-file', 'passphrase.txt']);
  await app.write('wrong.txt', 'another passphrase');
  await app.write('short.txt', 'short');
  const env = { SERVICE_URL: elsewhere.url, SERVICE_PROJECT_ID: undefined };
  const restore = (...args: string[]) =>
    app.run(['restore', 'a.service.tar', '--new', 'Other', '--id', 'other-one', '--json', ...args], { env });
  expect((await restore('--passphrase-file', 'short.txt')).json()).toMatchObject({ exit: 2 });
  expect((await restore()).json()).toMatchObject({ exit: 1, code: 'passphrase_required' });
  expect((await restore('--passphrase-file', 'wrong.txt')).json()).toMatchObject({ exit: 1, code: 'wrong_passphrase' });
  expect((await restore('--passphrase-file', 'passphrase.txt', '--dry-run')).json().data).toMatchObject({
    dry_run: true,
  });
  const list = async () => (await app.run(['projects', 'list', '--json'], { env })).json<{ data: { id: string }[] }>();
  expect((await list()).data.map(({ id }) => id)).not.toContain('other-one');
  const done = await restore('--passphrase-file', 'passphrase.txt');
  expect(done.json().data, done.stdout).toMatchObject({
    state: 'done',
    project: 'other-one',
    counts: { rows: 2, secrets: 1 },
  });
  const rows = await app.run(['rows', 'export', 'todos', '--project', 'other-one'], { env });
  expect(
    rows.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).title),
  ).toEqual(['one', 'two']);
  expect(
    (await app.run(['restore', 'a.service.tar', '--project', 'other-one', '--json'], { env })).json(),
  ).toMatchObject({ code: 'not_empty' });
}, 60_000);

test('replacing a project requires its id, and first saves its content beside the archive', async () => {
  const project = await server.createProject();
  await project.createTable({ name: 'old', columns: [{ name: 'title', type: 'text' }] });
  await using app = await openApp(project);
  await app.write('backups/a.service.tar', archive);
  const asked = ['restore', 'backups/a.service.tar', '--replace', '--json'];
  expect((await app.run([...asked, '--yes'])).json()).toMatchObject({ exit: 5 });
  expect(await readdir(join(app.path, 'backups'))).toEqual(['a.service.tar']);
  expect((await app.run([...asked, '--dry-run'])).json().data).toMatchObject({ dry_run: true, saved: null });
  const done = await app.run([...asked, '--confirm', project.id]);
  expect(done.json().data, done.stdout).toMatchObject({ state: 'done' });
  const saved = (await readdir(join(app.path, 'backups'))).filter((name) => name !== 'a.service.tar');
  expect(saved).toEqual([expect.stringMatching(new RegExp(`^${project.id}-.*\\.service\\.tar$`))]);
  const before = await app.run(['backup', 'verify', `backups/${saved[0]}`, '--json']);
  expect(before.json().data).toMatchObject({ project: { id: project.id }, counts: { tables: 1, rows: 0 } });
  await app.run([...asked, '--confirm', project.id, '--no-save']);
  expect(await readdir(join(app.path, 'backups'))).toHaveLength(2);
});

test('a safety copy never overwrites the restored archive or any other file', async () => {
  const project = await server.createProject();
  await using app = await openApp(project);
  // Takes the name for every second in which the copy may be made.
  const names = Array.from({ length: 60 }, (_, second) =>
    archiveName(project.id, new Date(Date.now() + second * 1000)),
  );
  for (const name of names) await app.write(name, archive);
  const [first = ''] = names;
  const done = await app.run(['restore', first, '--replace', '--confirm', project.id, '--json']);
  expect(done.json().data, done.stdout).toMatchObject({ state: 'done' });
  for (const name of names) expect((await readFile(join(app.path, name))).equals(archive)).toBe(true);
  const more = (await readdir(app.path)).filter((name) => name.endsWith('.tar') && !names.includes(name));
  expect(more).toEqual([expect.stringMatching(/-\d{8}T\d{6}Z-2\.service\.tar$/)]);
  expect(done.json().data['saved']).toBe(join(app.path, more[0] ?? ''));
}, 60_000);

test('two simultaneous backups write separate files', async () => {
  await using app = await openApp(source);
  const ran = await Promise.all([1, 2, 3].map(() => app.run(['backup', '--json'])));
  const paths = ran.map((one) => String(one.json().data['path']));
  expect(new Set(paths).size).toBe(3);
  expect((await readdir(app.path)).filter((name) => name !== 'passphrase.txt')).toHaveLength(3);
  const named = await Promise.all([1, 2].map(() => app.run(['backup', '--out', 'same.service.tar', '--json'])));
  expect(named.map(({ exit }) => exit)).toEqual([0, 0]);
  for (const path of [...paths, 'same.service.tar']) {
    expect((await app.run(['backup', 'verify', path])).exit).toBe(0);
  }
}, 60_000);

test('a server that goes away during a restore exits with 7, and the new project is removed', async () => {
  await using proxy = await startCuttingProxy(server.url, {
    path: /\/restore\?/,
    afterBytes: 100_000,
    times: 1,
    isUpload: true,
  });
  await using app = await openApp(source, proxy.url);
  await app.write('a.service.tar', archive);
  const ran = await app.run(['restore', 'a.service.tar', '--new', 'Cut', '--id', 'cut-off', '--json']);
  expect(ran.json()).toMatchObject({ exit: 7, code: 'unreachable' });
  expect(await app.run(['projects', 'show', 'cut-off'])).toMatchObject({ exit: 4 });
});

test('users cannot back up or restore the projects of other users', async () => {
  await using app = await openApp();
  await app.write('a.service.tar', archive);
  const env = { SERVICE_TOKEN: `ct_${'a'.repeat(43)}` };
  expect(await app.run(['backup'], { env })).toMatchObject({ exit: 3 });
  expect(
    await app.run(['restore', 'a.service.tar', '--replace', '--no-save', '--confirm', source.id], { env }),
  ).toMatchObject({ exit: 3 });
  expect(await readdir(app.path)).toEqual(['a.service.tar', 'passphrase.txt']);
});

test.each([
  [['restore']],
  [['restore', 'a', '--stored', 'b']],
  [['restore', 'a', '--id', 'abc']],
  [['restore', 'a', '--no-save']],
  [['restore', 'a', '--keys', 'mine']],
])('%j is wrong use', async (args) => {
  await using app = await openApp();
  await app.write('a', archive);
  expect(await app.run(args)).toMatchObject({ exit: 2, stdout: '' });
});

test('a restore takes one source, and a moment is restored into the project or beside it', async () => {
  await using app = await openApp();
  const moment = ['--at', '2026-05-01T09:30:00Z'];
  for (const args of [
    ['a.service.tar', ...moment],
    [...moment, '--new', 'Other'],
    [...moment, '--as', 'other', '--replace'],
    ['--stored', 'x', '--as', 'other'],
  ]) {
    expect(await app.run(['restore', ...args]), args.join(' ')).toMatchObject({ exit: 2 });
  }
  // This service has no archive.
  expect(await app.run(['restore', 'moments'])).toMatchObject({ exit: 4 });
  expect(await app.run(['restore', ...moment, '--as', 'other'])).toMatchObject({ exit: 4 });
  expect(await app.run(['recover', '--list', '--json'])).toMatchObject({ exit: 2 });
});
