import { chmod, lstat, opendir } from 'node:fs/promises';
import { join } from 'node:path';
import { isProcessesFolder } from '../platform/confinement/index.ts';

const FOR_OTHERS = 0o077;
const OWN = 0o700;

/**
 * Removes other users' access, which a copy may have left open. Resolves when the directory itself is closed; its
 * contents follow. Skips process folders, which have their own users.
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

function ignoreMissing(error: unknown): void {
  if (Object(error).code !== 'ENOENT') throw error;
}
