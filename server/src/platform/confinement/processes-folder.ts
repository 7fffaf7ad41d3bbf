import { chmod, type FileHandle, mkdir, mkdtemp, open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type LockedFile, lockFile } from '../lock-file.ts';
import { CannotStart } from './cannot-start.ts';

const PREFIX = 'fn-';
const LOCK = 'lock';
/** Longer paths may exceed the system's limit for socket paths. */
const SOCKET_FOLDER_BYTES_MAX = 80;

export interface ProcessesFolder {
  make(name: string): Promise<MadeFolder>;
  close(): Promise<void>;
}

export interface MadeFolder {
  readonly path: string;
  readonly socketPath: string;
  /** The parent folder. The processes may enter it but not list it. */
  readonly parent: string;
}

export function isProcessesFolder(name: string): boolean {
  return name.startsWith(PREFIX);
}

interface OpenFolder {
  readonly path: string;
  readonly handle: FileHandle;
  readonly lock: LockedFile;
}

/** Opens the folder and removes the folders of killed services, whose locks are free. */
export async function openProcessesFolder(dataDir: string): Promise<ProcessesFolder> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  await sweep(dataDir);
  /** The last one is in use. The earlier ones were deleted by other programs while the service ran. */
  const opened: OpenFolder[] = [await openFolder(dataDir)];

  const makeIn = async ({ path, handle }: OpenFolder, name: string): Promise<MadeFolder> => {
    const made = join(path, name);
    await mkdir(made, { mode: 0o700 });
    const isShort = Buffer.byteLength(made) <= SOCKET_FOLDER_BYTES_MAX || process.platform !== 'linux';
    return { path: made, socketPath: isShort ? made : `/proc/self/fd/${handle.fd}/${name}`, parent: path };
  };
  const last = (): OpenFolder => opened.at(-1) as OpenFolder;
  let reopening: Promise<OpenFolder> | undefined;
  let isClosed = false;
  const reopen = async (): Promise<OpenFolder> => {
    const folder = await openFolder(dataDir);
    opened.push(folder);
    return folder;
  };
  return {
    async make(name) {
      if (isClosed) throw new CannotStart('The service is stopping.');
      try {
        return await makeIn(last(), name);
      } catch (error) {
        if (isClosed || Object(error).code !== 'ENOENT') throw error;
        reopening ??= reopen().finally(() => {
          reopening = undefined;
        });
        return await makeIn(await reopening, name);
      }
    },
    async close() {
      isClosed = true;
      await reopening?.catch(() => undefined);
      const closing = opened.splice(0);
      for (const { handle, lock } of closing) {
        lock.release();
        await handle.close();
      }
      for (const { path } of closing) await rm(path, { recursive: true, force: true });
    },
  };
}

async function openFolder(dataDir: string): Promise<OpenFolder> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const path = await mkdtemp(join(dataDir, PREFIX));
  const lock = lockFile(join(path, LOCK));
  if (lock === undefined) throw new Error(`Another process took the new folder ${path}.`);
  // Process users pass through this folder to their own; the data directory above keeps all other users out.
  await chmod(path, 0o711);
  return { path, handle: await open(path), lock };
}

async function sweep(dataDir: string): Promise<void> {
  for (const entry of await readdir(dataDir, { withFileTypes: true })) {
    if (!entry.isDirectory() || !isProcessesFolder(entry.name)) continue;
    const path = join(dataDir, entry.name);
    const lock = lockFile(join(path, LOCK));
    if (lock === undefined) continue;
    lock.release();
    await rm(path, { recursive: true, force: true });
  }
}
