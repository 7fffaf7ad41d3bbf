import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const OWN_ROOT = new URL('./own-root.ts', import.meta.url).pathname;

/** Builds a root in a mount namespace, after `prepare` has changed the mounts of that namespace. */
async function buildRoot(prepare: string): Promise<string> {
  const folders = await mkdtemp(join(tmpdir(), 'own-root-'));
  const program = `import(process.argv[1]).then(async ({ openOwnRoot }) => {
    console.log((await openOwnRoot(process.argv[2], ['/usr'])) === undefined ? 'no root' : 'a root');
    process.exit();
  });`;
  const script = `${prepare} && exec "$0" -e "$1" "$2" "$3"`;
  const args = ['--mount', '--propagation', 'private', '/bin/sh', '-c', script];
  try {
    const { stdout } = await promisify(execFile)('unshare', [...args, process.execPath, program, OWN_ROOT, folders]);
    return stdout.trim();
  } finally {
    await rm(folders, { recursive: true });
  }
}

const isLinuxRoot = process.platform === 'linux' && process.getuid?.() === 0;

test.runIf(isLinuxRoot)(
  'a machine whose /run cannot be written to, such as a read-only container, gives processes a root of their own',
  async () => {
    expect(await buildRoot('true')).toBe('a root');
    expect(await buildRoot('mount -t tmpfs -o ro none /run')).toBe('a root');
  },
);
