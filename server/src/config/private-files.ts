import { chmod, lstat, opendir } from 'node:fs/promises';
import { join } from 'node:path';
import { isProcessesFolder } from '../platform/confinement/index.ts';

const FOR_OTHERS = 0o077;
const OWN = 0o700;

/**
 * Removes other users' access to the data directory and everything in it: a copy or an older release may have left it open. The directory
 * itself is closed when this resolves, which already keeps others out; its contents follow in the background, within minutes for millions
 * of files. Links are skipped, and so are process folders, which have their own users.
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

/** Ignores that the file has been deleted meanwhile or does not exist yet. */
function ignoreMissing(error: unknown): void {
  if (Object(error).code !== 'ENOENT') throw error;
}
