import { readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ENGINES, startTestServer, type TestProject, type TestServer } from '../../../test/index.ts';
import { uploadFile } from '../../../test/upload.ts';

async function pathOf(server: TestServer, id: string): Promise<string> {
  const blobs = join(server.dataDir, 'blobs');
  const entries = await readdir(blobs, { recursive: true, withFileTypes: true });
  const found = entries.find(({ name, parentPath }) => name === id && !parentPath.includes('.incoming'));
  if (found === undefined) throw new Error('There is no such blob.');
  return join(found.parentPath, id);
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

describe.each(ENGINES)('the scrub on %s', (engine) => {
  test('finds a file whose bytes changed, says so, and the file is refused rather than sent wrong', async () => {
    await using server = await startTestServer({ engine });
    const project = await server.createProject();
    const [sound, damaged] = [await uploaded(project, 'stays as it is'), await uploaded(project, 'will be changed')];
    expect(await server.scrub()).toBe(true);
    expect(await found(server, project)).toEqual({ inHealth: 0, inMetrics: 0, inAudit: [] });

    const path = await pathOf(server, damaged);
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
    // Once is enough.
    await server.scrub();
    expect(await found(server, project)).toEqual(report);

    // Mended by hand, from a backup for example.
    await flipByte(path);
    await server.scrub();
    expect((await download(project, damaged)).text).toBe('will be changed');
    const { inHealth, inAudit } = await found(server, project);
    expect([inHealth, inAudit[0]]).toEqual([0, ['file.sound', damaged, {}]]);
  });

  test('finds files that are cut or gone, and forgets those that are deleted with their project', async () => {
    await using server = await startTestServer({ engine });
    const project = await server.createProject();
    const [cut, gone] = [await uploaded(project, 'will be shorter'), await uploaded(project, 'will be gone')];
    await truncate(await pathOf(server, cut), 3);
    await rm(await pathOf(server, gone));
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
