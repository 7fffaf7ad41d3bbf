import { hash } from 'node:crypto';
import type { Manifest } from './format.ts';
import { type TarEntry, tarBytes, writeTar } from './tar/write-tar.ts';

export interface ArchiveContents {
  readonly manifest: Manifest;
  readonly parts: readonly TarEntry[];
  /** Called twice: for the length and for the bytes. */
  readonly blobs: () => Iterable<TarEntry>;
}

export interface WrittenArchive {
  readonly bytes: number;
  readonly pieces: AsyncIterable<Uint8Array>;
}

export function writeArchive({ manifest, parts, blobs }: ArchiveContents): WrittenArchive {
  const manifestText = Buffer.from(JSON.stringify(manifest));
  let entries = 2 + parts.length;
  for (const _blob of blobs()) entries += 1;
  const end = { manifest_sha256: hash('sha256', manifestText, 'hex'), entries };
  const all = function* (): Generator<TarEntry> {
    yield documentEntry('manifest.json', manifestText);
    yield* parts;
    yield* blobs();
    yield documentEntry('end.json', Buffer.from(JSON.stringify(end)));
  };
  return { bytes: tarBytes(all()), pieces: writeTar(all()) };
}

export function documentEntry(name: string, bytes: Uint8Array): TarEntry {
  return {
    name,
    size: bytes.byteLength,
    async *open() {
      if (bytes.byteLength > 0) yield bytes;
    },
  };
}
