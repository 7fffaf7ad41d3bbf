import { mkdtemp, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { makeFolder, makeFolderSync } from './make-folder.ts';

let root = '';
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'make-folder-'));
});
afterEach(async () => {
  await rm(root, { recursive: true, force: true });
});

describe.each([
  ['makeFolder', makeFolder],
  ['makeFolderSync', async (path: string) => makeFolderSync(path)],
])('%s', (_, make) => {
  test('creates a folder with its parents, for this user only, and leaves it when it exists', async () => {
    const path = join(root, 'a', 'b', 'c');
    await make(path);
    await make(path);
    expect((await stat(path)).mode & 0o777).toBe(0o700);
    expect((await stat(join(root, 'a'))).mode & 0o777).toBe(0o700);
  });

  test('fails where a file has the name of the folder or of a parent', async () => {
    const file = join(root, 'file');
    await writeFile(file, '');
    await expect(make(file)).rejects.toMatchObject({ code: 'EEXIST' });
    await expect(make(join(file, 'below'))).rejects.toMatchObject({ code: 'ENOTDIR' });
  });

  test('fails where a link leads nowhere or to itself', async () => {
    const [dangling, loop] = [join(root, 'dangling'), join(root, 'loop')];
    await symlink(join(root, 'missing'), dangling);
    await symlink(loop, loop);
    await expect(make(dangling)).rejects.toMatchObject({ code: 'EEXIST', syscall: 'mkdir' });
    await expect(make(join(dangling, 'below'))).rejects.toMatchObject({ code: 'EEXIST', syscall: 'mkdir' });
    await expect(make(loop)).rejects.toMatchObject({ code: 'EEXIST', syscall: 'mkdir' });
  });

  test.runIf(process.platform === 'linux')(
    'fails where the system reports a missing folder below one that exists',
    async () => {
      await expect(make('/proc/a-folder')).rejects.toMatchObject({ code: 'ENOENT' });
      await expect(make('/proc/a-folder/below')).rejects.toMatchObject({ code: 'ENOENT' });
    },
  );
});
