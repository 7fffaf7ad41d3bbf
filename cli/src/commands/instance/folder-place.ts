import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { openWhole } from '../../files/write-whole.ts';
import { failed, fileFailure, systemCode } from '../../outcome/failure.ts';
import type { Place } from './place.ts';

/** Readable by this user only, because a backup holds password hashes. */
const [FOLDER_MODE, FILE_MODE] = [0o700, 0o600];

export function createFolderPlace(folder: string, shownName: string): Place {
  return {
    shownName,
    async requireEmpty() {
      try {
        if ((await readdir(folder)).length > 0) throw failed(`${shownName} is not empty.`, 'not_empty');
      } catch (error) {
        if (systemCode(error) !== 'ENOENT') throw fileFailure(shownName, error);
      }
    },
    async put(name, { bytes }) {
      const path = join(folder, name);
      const digest = createHash('sha256');
      let count = 0;
      await mkdir(dirname(path), { recursive: true, mode: FOLDER_MODE }).catch((error: unknown) => {
        throw fileFailure(dirname(path), error);
      });
      const file = await openWhole(path, { mode: FILE_MODE });
      try {
        for await (const piece of bytes) {
          digest.update(piece);
          count += piece.byteLength;
          await file.write(piece);
        }
        await file.finish();
      } finally {
        await file.discard();
      }
      return { bytes: count, sha256: digest.digest('hex') };
    },
    async get(name) {
      const path = join(folder, name);
      try {
        const { size } = await stat(path);
        return { size, bytes: createReadStream(path) };
      } catch (error) {
        if (systemCode(error) === 'ENOENT') return undefined;
        throw fileFailure(path, error);
      }
    },
  };
}
