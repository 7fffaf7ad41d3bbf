import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createSupervisor } from './supervisor.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'systemctl-'));
  vi.stubEnv('PATH', `${folder}:${process.env['PATH']}`);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
});

/** A `systemctl` that records its calls and then runs `script`. */
async function putSystemctl(script: string): Promise<void> {
  const text = `#!/bin/sh\necho "$@" >>${folder}/calls\n${script}\n`;
  await writeFile(join(folder, 'systemctl'), text, { mode: 0o755 });
}

const calls = (): Promise<string> => readFile(join(folder, 'calls'), 'utf8');

test('on systemd, the environment and working directory are those of the main process of the unit', async () => {
  vi.stubEnv('NOT_OF_THE_UNIT', 'set after this process began');
  await putSystemctl(`echo ${process.pid}`);
  const { env, cwd } = await createSupervisor({ unit: 'shop', restart: undefined }).environment();
  expect(env['PATH']).toMatch(/^\//);
  expect(env['NOT_OF_THE_UNIT']).toBeUndefined();
  expect(cwd).toBe(process.cwd());
  expect(await calls()).toBe('show --property=MainPID --value shop\n');
});

test('on systemd, a restart is one restart of the unit, and its failure is an error with the words of systemctl', async () => {
  const supervisor = createSupervisor({ unit: 'shop', restart: undefined });
  await putSystemctl('');
  await supervisor.restart();
  expect(await calls()).toBe('restart shop\n');
  await putSystemctl('echo "Job for shop.service failed." >&2; exit 1');
  await expect(supervisor.restart()).rejects.toThrow('systemctl restart shop: Job for shop.service failed.');
});

test.each([
  ['a unit that does not run', 'echo 0', 'The unit shop is not running.'],
  ['an unknown unit', 'echo "Unit shop.service could not be found." >&2; exit 4', 'could not be found'],
])('on systemd, %s is refused before anything changes', async (_, script, message) => {
  await putSystemctl(script);
  const supervisor = createSupervisor({ unit: 'shop', restart: undefined });
  await expect(supervisor.environment()).rejects.toThrow(message);
  expect(await calls()).toBe('show --property=MainPID --value shop\n');
});
