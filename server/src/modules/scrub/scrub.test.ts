import { readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { type Engine, startTestServer, type TestProject, type TestServer } from '../../../test/index.ts';
import { startObjectStore } from '../../../test/object-store.ts';
import { uploadFile } from '../../../test/upload.ts';

interface Scene extends AsyncDisposable {
  readonly server: TestServer;
  /** The files of one blob on the disk of the store; the one with its bytes comes first. */
  filesOf(id: string): Promise<readonly string[]>;
}

async function setUp(engine: Engine, blobs: 'disk' | 'S3'): Promise<Scene> {
  const stack = new AsyncDisposableStack();
  const objects = blobs === 'S3' ? stack.use(await startObjectStore()) : undefined;
  const server = stack.use(await startTestServer({ engine, ...(objects && { config: { blobs: objects.config } }) }));
  const directory = objects?.directory ?? join(server.dataDir, 'blobs');
  return {
    server,
    filesOf: (id) => filesOf(directory, id),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

async function filesOf(directory: string, id: string): Promise<readonly string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const found = entries.filter(({ name, parentPath }) => name.startsWith(id) && !parentPath.includes('.incoming'));
  const isBytes = (name: string): boolean => name === id || name.endsWith('_object');
  const sorted = found.sort((one, other) => Number(isBytes(other.name)) - Number(isBytes(one.name)));
  return sorted.map(({ name, parentPath }) => join(parentPath, name));
}

async function bytesOf(scene: Scene, id: string): Promise<string> {
  const [path] = await scene.filesOf(id);
  if (path === undefined) throw new Error('There is no such blob.');
  return path;
}

async function flipByte(path: string): Promise<void> {
  const bytes = await readFile(path);
  bytes[1] = (bytes[1] ?? 0) ^ 1;
  await writeFile(path, bytes);
}

async function uploaded(project: TestProject, content: string): Promise<string> {
  return (await uploadFile(project.secretApi, { bytes: content })).id;
}

const download = (project: TestProject, id: string, query = '') =>
  project.secretApi<{ code?: string }>(`/storage/files/${id}/download${query}`);

async function found(server: TestServer, project: TestProject) {
  const health = await server.adminApi<{ details: { damaged_files: number } }>('/health');
  const metrics = await server.adminApi('/metrics');
  const audit = await project.cloudApi<{ data: { action: string; target: string; details: object }[] }>(
    '/audit?limit=100',
  );
  return {
    inHealth: health.body.details.damaged_files,
    inMetrics: Number(/^files_damaged (\d+)$/m.exec(metrics.text)?.[1]),
    inAudit: audit.body.data
      .filter(({ action }) => action.startsWith('file.'))
      .map(({ action, target, details }) => [action, target, details]),
  };
}

describe.each([
  ['sqlite', 'disk'],
  ['postgres', 'disk'],
  ['postgres', 'S3'],
] as const)('the scrub on %s and %s', (engine, blobs) => {
  test('finds and reports a file whose bytes changed, and downloads of it fail rather than send wrong bytes', async () => {
    await using scene = await setUp(engine, blobs);
    const { server } = scene;
    const project = await server.createProject();
    const [sound, damaged] = [await uploaded(project, 'stays as it is'), await uploaded(project, 'will be changed')];
    expect(await server.scrub()).toBe(true);
    expect(await found(server, project)).toEqual({ inHealth: 0, inMetrics: 0, inAudit: [] });

    const path = await bytesOf(scene, damaged);
    await flipByte(path);
    expect(await server.scrub()).toBe(true);
    const report = {
      inHealth: 1,
      inMetrics: 1,
      inAudit: [['file.damaged', damaged, { damage: 'other_bytes' }]],
    };
    expect(await found(server, project)).toEqual(report);
    expect((await download(project, sound)).text).toBe('stays as it is');
    const refused = await download(project, damaged);
    expect([refused.status, refused.body.code]).toEqual([500, 'damaged']);
    // A second round does not report it again.
    await server.scrub();
    expect(await found(server, project)).toEqual(report);

    // Repaired manually, for example from a backup.
    await flipByte(path);
    await server.scrub();
    expect((await download(project, damaged)).text).toBe('will be changed');
    const { inHealth, inAudit } = await found(server, project);
    expect([inHealth, inAudit[0]]).toEqual([0, ['file.sound', damaged, {}]]);
  });

  test('finds truncated and missing files, and clears its findings when their project is deleted', async () => {
    await using scene = await setUp(engine, blobs);
    const { server } = scene;
    const project = await server.createProject();
    const [cut, gone] = [await uploaded(project, 'will be shorter'), await uploaded(project, 'will be gone')];
    await truncate(await bytesOf(scene, cut), 3);
    for (const path of await scene.filesOf(gone)) await rm(path);
    const early = await download(project, cut);
    expect([early.status, early.body.code]).toEqual([500, 'damaged']);
    await server.scrub();
    expect(new Set((await found(server, project)).inAudit)).toEqual(
      new Set([
        ['file.damaged', cut, { damage: 'other_size' }],
        ['file.damaged', gone, { damage: 'missing' }],
      ]),
    );
    expect((await download(project, gone)).body.code).toBe('damaged');
    await project.cloudApi('', { method: 'DELETE' });
    const health = await server.adminApi<{ details: { damaged_files: number } }>('/health');
    expect(health.body.details.damaged_files).toBe(0);
  });
});

test('a damaged file is never redirected to the object store nor used for a smaller image', async () => {
  await using scene = await setUp('sqlite', 'S3');
  const { server } = scene;
  const project = await server.createProject();
  const json = { storage: { redirect: true } };
  expect((await project.cloudApi('/settings', { method: 'PATCH', json })).status).toBe(200);
  const bytes = await sharp({ create: { width: 20, height: 20, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();
  const { id } = await uploadFile(project.secretApi, { bytes, visibility: 'public' });
  const ask = async (query = '') => {
    const address = `${server.url}/api/baas/${project.id}/storage/files/${id}/download${query}`;
    const answer = await fetch(address, { redirect: 'manual' });
    return { answer, text: await answer.text() };
  };
  const { answer: sound } = await ask();
  expect([sound.status, sound.headers.has('location')]).toEqual([302, true]);

  await flipByte(await bytesOf(scene, id));
  await server.scrub();
  for (const query of ['', '?w=10']) {
    const { answer, text } = await ask(query);
    expect([answer.status, answer.headers.has('location')]).toEqual([500, false]);
    expect(JSON.parse(text)).toMatchObject({ code: 'damaged' });
  }
});
