import { chmod, lstat, opendir } from 'node:fs/promises';
import { join } from 'node:path';
import { isProcessesFolder } from '../platform/confinement/index.ts';

const FOR_OTHERS = 0o077;
const OWN = 0o700;

/**
 * Takes from the data directory, and from everything in it, what other users may do with it: a copy or an older release may
 * have left it open. The directory is closed when this resolves, which alone keeps others out; what is in it follows, with
 * millions of files in minutes. Links are left alone, and folders of processes, which have users of their own.
 */
export async function keepPrivate(
  directory: string,
  onError: (error: unknown) => void,
): Promise<{ stop(): Promise<void> }> {
  const stopping = new AbortController();
  await close(directory).catch(onError);
  const closing = closeAll(directory, stopping.signal).catch(ignoreMissing).catch(onError);
  return {
    async stop() {
      stopping.abort();
      await closing;
    },
  };
}

async function closeAll(directory: string, signal: AbortSignal): Promise<void> {
  for await (const entry of await opendir(directory)) {
    if (signal.aborted) return;
    if (entry.isSymbolicLink() || isProcessesFolder(entry.name)) continue;
    const path = join(directory, entry.name);
    await close(path);
    if (entry.isDirectory()) await closeAll(path, signal).catch(ignoreMissing);
  }
}

async function close(path: string): Promise<void> {
  try {
    const { mode } = await lstat(path);
    if ((mode & FOR_OTHERS) !== 0) await chmod(path, mode & OWN);
  } catch (error) {
    ignoreMissing(error);
  }
}

/** Deleted meanwhile, or not made yet. */
function ignoreMissing(error: unknown): void {
  if (Object(error).code !== 'ENOENT') throw error;
}
