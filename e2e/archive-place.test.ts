import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { at, createApiClient } from './harness/api-client.ts';
import { findPort } from './harness/find-port.ts';
import { ADMIN_TOKEN, runService, startService } from './harness/service-process.ts';

const TEST_MS = 300_000;

let root = '';
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'service-e2e-place-'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

test.runIf(process.platform === 'linux')(
  'a folder for the archive that cannot be written to, or lies inside the data directory, is refused at start',
  async () => {
    await writeFile(join(root, 'file'), '');
    const refusal = async (folder: string): Promise<unknown> => {
      const env = { SERVICE_ARCHIVE_URL: `file://${folder}`, SERVICE_DATA_DIR: join(root, 'data') };
      const { code, output } = await runService([], env);
      return [code, output];
    };
    const unwritable = [1, expect.stringMatching(/^The folder of SERVICE_ARCHIVE_URL cannot be written to: .+\n$/)];
    // The system lets root pass the permissions of /proc and /sys, but nobody can create anything there.
    for (const folder of ['/proc', '/proc/archive', '/sys', '/sys/archive', join(root, 'file'), '/dev/null/archive'])
      expect(await refusal(folder), folder).toEqual(unwritable);
    for (const folder of ['data', 'data/archive', 'data/../data/archive'])
      expect(await refusal(join(root, folder))).toEqual([1, expect.stringMatching(/must not be inside/)]);
  },
  TEST_MS,
);

test(
  'an object store that cannot be reached at start is only a warning, in the log and in /health',
  async () => {
    const address = `127.0.0.1:${await findPort()}`;
    const env = { SERVICE_ARCHIVE_URL: `s3://key:a-secret@${address}/bucket/archive?region=eu&tls=off` };
    const service = await startService({ dataDir: join(root, 'data'), env });
    await expect
      .poll(() => service.output(), { timeout: 30_000 })
      .toMatch(new RegExp(`"level":"warn".*${address}.*The place of the archive cannot be used`));
    const { body } = await createApiClient(service.url, ADMIN_TOKEN).get('/health');
    expect(at(body, 'details', 'archive')).toMatchObject({
      state: 'failing',
      error: expect.stringContaining(`The object store failed: connect ECONNREFUSED ${address}`),
    });
    expect(service.output()).not.toContain('a-secret');
    await service.end('SIGKILL');
  },
  TEST_MS,
);

test('a recovery into a folder that is not empty leaves the folder as it was', async () => {
  await writeFile(join(root, 'mine.txt'), 'mine');
  const { code, output } = await runService(['recover', '--from', `file://${join(root, 'none')}`, '--data', root]);
  expect([code, output]).toEqual([2, expect.stringMatching(/is not empty: recover into a new folder/)]);
  expect(await readdir(root)).toEqual(['mine.txt']);
});

test('a recovery into a folder that cannot be used is wrong use, not a place that cannot be reached', async () => {
  await writeFile(join(root, 'file'), '');
  const from = ['recover', '--from', `file://${join(root, 'none')}`];
  for (const folder of [join(root, 'file'), '/dev/null/new']) {
    const { code, output } = await runService([...from, '--data', folder]);
    expect([code, output]).toEqual([2, expect.stringMatching(/^The folder of --data cannot be used: /)]);
  }
  const unnamed = await runService([...from, '--data', '']);
  expect([unnamed.code, unnamed.output]).toEqual([2, expect.stringMatching(/^--data names the folder/)]);
});
