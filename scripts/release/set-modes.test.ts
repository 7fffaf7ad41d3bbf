import { chmod, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { setModes } from './set-modes.ts';

test('the files of a release have the same modes, whatever the umask of the build was', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'modes-'));
  await mkdir(join(folder, 'bin'));
  const modes: Readonly<Record<string, number>> = {
    page: 0o600,
    shared: 0o664,
    'bin/program': 0o700,
    'bin/tool': 0o775,
  };
  for (const [name, mode] of Object.entries(modes)) {
    await writeFile(join(folder, name), '');
    await chmod(join(folder, name), mode);
  }
  await setModes(folder);
  const after = Object.keys(modes).map(async (name) => [name, (await stat(join(folder, name))).mode & 0o777] as const);
  expect(Object.fromEntries(await Promise.all(after))).toEqual({
    page: 0o644,
    shared: 0o644,
    'bin/program': 0o755,
    'bin/tool': 0o755,
  });
  await rm(folder, { recursive: true });
});
