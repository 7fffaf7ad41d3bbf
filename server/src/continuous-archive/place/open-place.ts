import { readFile } from 'node:fs/promises';
import { openBucket } from '../../blobs/index.ts';
import type { BackupTargetConfig } from '../../config/index.ts';
import { createFolderPlace } from './folder-place.ts';
import type { Place } from './place.ts';

/** `temporaryDirectory` is for stores that accept streams; the objects of an archive are sent as a whole. */
export function openPlace(config: BackupTargetConfig, temporaryDirectory: string): Place {
  if (config.kind === 'file') return createFolderPlace(config.directory);
  const bucket = openBucket(config, temporaryDirectory);
  const root = config.prefix === '' ? '' : `${config.prefix}/`;
  return {
    put: (name, bytes) => bucket.putWhole(`${root}${name}`, bytes),
    putFile: async (name, path) => await bucket.putWhole(`${root}${name}`, await readFile(path)),
    async get(name) {
      const reading = await bucket.read(`${root}${name}`);
      if (reading === undefined) return undefined;
      const pieces: Uint8Array[] = [];
      for await (const piece of reading.bytes) pieces.push(piece);
      return Buffer.concat(pieces);
    },
    async *list(prefix) {
      for await (const { name, size } of bucket.list(`${root}${prefix}`))
        yield { name: name.slice(root.length), bytes: size };
    },
    delete: (names) => bucket.delete(names.map((name) => `${root}${name}`)),
    close: () => bucket.close(),
  };
}
