import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const BYTES_MAX = 16 * 1024 * 1024;

/** Packs files into a tar.gz as the documentation says: `tar czf - dist functions webhook`. */
export async function createArchive(files: Readonly<Record<string, string>>): Promise<Uint8Array> {
  const directory = await mkdtemp(join(tmpdir(), 'service-e2e-archive-'));
  try {
    for (const [name, text] of Object.entries(files)) {
      const path = join(directory, name);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, text);
    }
    const folders = await readdir(directory);
    const options = { cwd: directory, encoding: 'buffer', maxBuffer: BYTES_MAX } as const;
    return (await run('tar', ['czf', '-', ...folders], options)).stdout;
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}
