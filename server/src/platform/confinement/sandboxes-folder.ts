import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';

/** `fn-<machine>-<process>-…`: whose folder it is must be told after that process was killed. */
const PREFIX = 'fn';
const open = new Set<string>();

/** A new folder in the temporary directory. Those that killed services left there go. */
export async function openSandboxesFolder(): Promise<{ readonly path: string; close(): Promise<void> }> {
  await sweep();
  const path = await mkdtemp(join(tmpdir(), `${PREFIX}-${machine()}-${process.pid}-`));
  open.add(path);
  return {
    path,
    async close() {
      await rm(path, { recursive: true, force: true });
      open.delete(path);
    },
  };
}

async function sweep(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const [prefix, owner, id] = name.split('-');
    // Another machine may use the same directory.
    if (prefix !== PREFIX || owner !== machine() || id === undefined) continue;
    const path = join(tmpdir(), name);
    if (open.has(path) || isRunning(Number(id))) continue;
    // Someone else's is not ours to delete.
    await rm(path, { recursive: true, force: true }).catch(() => undefined);
  }
}

/** A folder of this very number that we have not opened is that of an earlier process: in a container all are 1. */
function isRunning(id: number): boolean {
  if (id === process.pid) return false;
  try {
    return process.kill(id, 0);
  } catch (error) {
    return Object(error).code === 'EPERM';
  }
}

function machine(): string {
  return createHash('sha256').update(hostname()).digest('hex').slice(0, 8);
}
