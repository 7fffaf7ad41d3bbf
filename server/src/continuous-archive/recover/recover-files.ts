import { createHash, randomBytes } from 'node:crypto';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createLimit } from '../../platform/limit.ts';
import { type ExpectedFile, expectedFiles } from '../expected-files.ts';
import { freeBuffer } from '../format/free-buffer.ts';
import { filePartsOf, objectNames } from '../format/names.ts';
import { DamagedObject } from '../format/sealer.ts';
import type { StorePaths } from '../store-paths.ts';
import { type ImageSource, openObject } from './write-image.ts';

const FILES_AT_ONCE = 8;

export interface FilesSource extends ImageSource {
  readonly generationId: string;
  readonly paths: StorePaths;
}

export interface RecoveredFiles {
  readonly files: number;
  readonly missing: readonly { readonly id: string; readonly reason: string }[];
}

export async function recoverFiles(source: FilesSource, store: string): Promise<RecoveredFiles> {
  const limit = createLimit(FILES_AT_ONCE);
  const missing: { id: string; reason: string }[] = [];
  let files = 0;
  for (const page of expectedFiles(source.paths.store(store))) {
    await Promise.all(
      page.map((file) =>
        limit(async () => {
          try {
            await recoverFile(source, file, source.paths.blob(store, file.id));
            files += 1;
          } catch (error) {
            if (!(error instanceof DamagedObject)) throw error;
            missing.push({ id: file.id, reason: error.message });
          }
        }),
      ),
    );
  }
  return { files, missing };
}

async function recoverFile(source: FilesSource, file: ExpectedFile, path: string): Promise<void> {
  const found = await stat(path).catch(() => undefined);
  // The file gets its name only once it is complete.
  if (found?.size === file.bytes) return;
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const part = `${path}-${randomBytes(4).toString('hex')}`;
  try {
    await fetchFile(source, file, part);
    await rename(part, path);
  } finally {
    await rm(part, { force: true });
  }
}

async function fetchFile(source: FilesSource, file: ExpectedFile, path: string): Promise<void> {
  const { bytes, sha256, hashedBytes } = file;
  const name = source.sealer.hide(file.content);
  const hash = createHash('sha256');
  const target = await open(path, 'wx', 0o600);
  let written = 0;
  try {
    for (let part = 0; part < filePartsOf(bytes); part += 1) {
      const content = await openObject(source, objectNames.file(source.generationId, name, part));
      if (written < hashedBytes) hash.update(content.subarray(0, hashedBytes - written));
      await target.writeFile(content);
      written += content.length;
      freeBuffer(content);
    }
    await target.sync();
  } finally {
    await target.close();
  }
  const isSame = written === bytes && hash.digest('hex') === sha256;
  if (!isSame)
    throw new DamagedObject(
      objectNames.file(source.generationId, name, 0),
      'its bytes do not match the hash in its row',
    );
}
