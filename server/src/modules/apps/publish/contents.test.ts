import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deploy } from '../../../../test/functions.ts';
import { ENGINES, startTestServer, type TestServer } from '../../../../test/index.ts';
import { createArchive, publish, sendArchive, visit } from '../../../../test/published-app.ts';

describe.each(ENGINES)('the bytes of published files on %s', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ engine });
  });
  afterAll(() => server?.close());

  /** Names of all files below the blob folder: each blob appears once when no upload is running. */
  const blobs = async () => {
    const entries = await readdir(join(server.dataDir, 'blobs'), { recursive: true, withFileTypes: true }).catch(
      () => [],
    );
    return entries.flatMap((entry) => (entry.isFile() ? [entry.name] : [])).sort();
  };

  test('are stored once for all files and deployments that use them', async () => {
    const project = await server.createProject();
    const before = (await blobs()).length;
    await publish(project, { 'dist/index.html': 'one', 'dist/a.txt': 'same', 'dist/b/a.txt': 'same' });
    expect((await blobs()).length - before).toBe(2);
    await publish(project, { 'dist/index.html': 'two', 'dist/c.txt': 'same' });
    expect((await blobs()).length - before).toBe(3);
    expect((await visit(server, project, '/c.txt')).text).toBe('same');
  });

  test('are removed when the deployment is refused after they were stored', async () => {
    const project = await server.createProject();
    await deploy(project, 'taken', 'export default () => 1;');
    const before = await blobs();
    const archive = await createArchive({ 'dist/index.html': 'page', 'functions/taken.ts': 'export default () => 2;' });
    expect((await sendArchive(project, archive)).status).toBe(409);
    expect(await blobs()).toEqual(before);
  });

  test('are deleted with the last deployment that uses them, and not before', async () => {
    const project = await server.createProject();
    const before = (await blobs()).length;
    for (let number = 1; number <= 13; number += 1) {
      await publish(project, { 'dist/index.html': `page ${number}`, 'dist/same.txt': 'needed by all' });
    }
    await server.runJobsUntilIdle();
    expect((await blobs()).length - before).toBe(11);
    await publish(project, { 'dist/index.html': 'page 1', 'dist/same.txt': 'needed by all' });
    await server.runJobsUntilIdle();
    expect((await visit(server, project, '/')).text).toBe('page 1');
    expect((await visit(server, project, '/same.txt')).text).toBe('needed by all');
    expect((await blobs()).length - before).toBe(11);
  });

  test('are deleted with the project', async () => {
    const project = await server.createProject();
    const before = await blobs();
    await publish(project, { 'dist/index.html': 'page' });
    await project.cloudApi('', { method: 'DELETE' });
    expect(await blobs()).toEqual(before);
    expect((await visit(server, project, '/')).status).toBe(404);
  });

  test('are served unchanged, whether files are short, long, compressible or many', async () => {
    const project = await server.createProject();
    const long = new Uint8Array(3_000_000).map((_, at) => (at * 31) & 0xff);
    const text = 'a line of text that is there many times\n'.repeat(100_000);
    const many = Array.from({ length: 200 }, (_, number) => [`dist/many/${number}.txt`, `number ${number}`]);
    await publish(project, { 'dist/long.bin': long, 'dist/long.txt': text, ...Object.fromEntries(many) });
    expect((await visit(server, project, '/long.bin')).bytes.equals(long)).toBe(true);
    expect((await visit(server, project, '/long.txt')).text).toBe(text);
    for (const number of [0, 99, 199]) {
      expect((await visit(server, project, `/many/${number}.txt`)).text).toBe(`number ${number}`);
    }
  });
});
