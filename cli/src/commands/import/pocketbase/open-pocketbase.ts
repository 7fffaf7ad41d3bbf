import { copyFile, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileFailure, inputFailure, systemCode, wrongUse } from '../../../outcome/failure.ts';
import type { Source } from '../source.ts';
import { openDatabase } from './open-database.ts';
import { createPocketbaseSource } from './pocketbase-source.ts';
import { unpackZip } from './unpack-zip.ts';

export async function openPocketbase(path: string): Promise<Source> {
  const scratch = await mkdtemp(join(tmpdir(), 'service-import-'));
  const remove = (): Promise<void> => rm(scratch, { recursive: true, force: true });
  try {
    const folder = (await isFolder(path)) ? path : await unpackZip(path, join(scratch, 'backup'));
    // Opens a copy, because opening a database may write files next to it.
    const copy = join(scratch, 'data.db');
    await copyDatabase(folder, copy, path);
    const database = openDatabase(copy);
    return createPocketbaseSource(database, {
      storage: join(folder, 'storage'),
      close: async () => {
        database.close();
        await remove();
      },
    });
  } catch (error) {
    await remove();
    throw error;
  }
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch (error) {
    throw inputFailure(path, error);
  }
}

async function copyDatabase(folder: string, copy: string, path: string): Promise<void> {
  for (const ending of ['', '-wal']) {
    try {
      await copyFile(join(folder, `data.db${ending}`), `${copy}${ending}`);
    } catch (error) {
      if (systemCode(error) !== 'ENOENT') throw fileFailure(path, error);
      if (ending === '') throw wrongUse(`${path} is no data folder of PocketBase: it has no data.db.`);
    }
  }
}
