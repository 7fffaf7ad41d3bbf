import { spawn } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestProject, type TestServer } from '../../../server/test/index.ts';
import { createFolder, type Folder } from '../../test/run-command.ts';

const COMMAND = fileURLToPath(new URL('../../bin/servicectl.mjs', import.meta.url));

let server: TestServer;
let project: TestProject;
let folder: Folder;

beforeAll(async () => {
  server = await startTestServer();
  project = await server.createProject();
  await project.createTable({ name: 'notes', columns: [{ name: 'title', type: 'text' }], rules: {} });
  const rows = Array.from({ length: 5000 }, (_, n) => JSON.stringify({ title: `${n} ${'x'.repeat(1000)}` }));
  const headers = { 'content-type': 'application/x-ndjson' };
  await project.cloudApi('/tables/notes/import', { body: rows.join('\n'), headers });
  folder = await createFolder();
});
afterAll(async () => {
  await folder?.[Symbol.asyncDispose]();
  await server?.close();
});

/** Runs a shell line in which `$cmd` is the command. */
async function shell(line: string): Promise<{ readonly exit: number | null; readonly stderr: string }> {
  const child = spawn('bash', ['-c', line], {
    cwd: folder.path,
    env: {
      PATH: process.env['PATH'],
      cmd: `${process.execPath} ${COMMAND}`,
      SERVICE_URL: server.url,
      SERVICE_TOKEN: server.adminToken,
      SERVICE_PROJECT_ID: project.id,
      SERVICE_CONFIG_DIR: join(folder.path, 'config'),
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const exit = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { exit, stderr };
}

test.each(['tables list', 'tables list --json', 'rows export notes', 'backup --out -', '--help'])(
  'a full disk is an error of "%s"',
  async (words) => {
    const { exit, stderr } = await shell(`$cmd ${words} > /dev/full`);
    expect([exit, stderr]).toEqual([9, expect.stringContaining('Standard output does not fit: the disk is full')]);
  },
);

test('an output file that reaches its size limit is an error', async () => {
  // The system accepts only a part of the last write and reports no error.
  const { exit, stderr } = await shell(`trap '' XFSZ; ulimit -f 1000; $cmd rows export notes > cut.ndjson`);
  expect([exit, stderr]).toEqual([9, expect.stringContaining('Standard output')]);
  expect(statSync(join(folder.path, 'cut.ndjson')).size).toBeLessThanOrEqual(1000 * 1024);
});

test('a reader that closes the pipe ends the command without a message', async () => {
  const { exit, stderr } = await shell(`set -o pipefail; $cmd rows export notes | head -c 100 > /dev/null`);
  expect([exit, stderr]).toEqual([141, '']);
});

test('megabytes arrive complete through a slow pipe, without warnings', async () => {
  const { exit, stderr } = await shell(`$cmd rows export notes | (sleep 1; cat) > whole.ndjson`);
  expect([exit, stderr]).toEqual([0, '']);
  const lines = readFileSync(join(folder.path, 'whole.ndjson'), 'utf8').trimEnd().split('\n');
  expect(lines).toHaveLength(5000);
});
