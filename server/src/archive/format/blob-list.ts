import { DamagedArchive } from './damage.ts';
import type { ArchiveRecord } from './read-part.ts';

export interface ArchiveBlob {
  /** `file`: a stored file, by its id; `app`: published files, by their SHA-256. */
  readonly kind: 'file' | 'app';
  readonly id: string;
  readonly size: number;
  readonly sha256: string;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const SHA256 = /^[0-9a-f]{64}$/;
const FILE_BYTES = 16 + 8 + 32;
const SLAB_FILES = 4096;

/** The blobs that the records of files and deployments announce before the blobs follow. A million files take 56 MB. */
export class BlobList {
  readonly #slabs: Buffer[] = [];
  readonly #contents = new Map<string, number>();
  #files = 0;
  #fileBytes = 0;
  #lastId = '';

  get fileBytes(): number {
    return this.#fileBytes;
  }

  addFile(entry: string, { id, size, checksum_sha256: sha256 }: ArchiveRecord): void {
    if (typeof id !== 'string' || !UUID.test(id)) throw damaged(entry, 'record', 'A file has no id.');
    if (!isSize(size)) throw damaged(entry, 'record', `The file ${id} has no size.`);
    if (typeof sha256 !== 'string' || !SHA256.test(sha256))
      throw damaged(entry, 'record', `The file ${id} has no SHA-256.`);
    if (id <= this.#lastId) throw damaged(entry, 'order', `The file ${id} is out of order.`);
    this.#lastId = id;
    const slab = this.#slabs[Math.floor(this.#files / SLAB_FILES)] ?? this.#addSlab();
    const at = (this.#files % SLAB_FILES) * FILE_BYTES;
    slab.write(id.replaceAll('-', ''), at, 'hex');
    slab.writeBigUInt64BE(BigInt(size), at + 16);
    slab.write(sha256, at + 24, 'hex');
    this.#files += 1;
    this.#fileBytes += size;
  }

  addContents(entry: string, { files }: ArchiveRecord): void {
    if (files === undefined) return;
    if (!Array.isArray(files)) throw damaged(entry, 'record', 'The files of a deployment are not a list.');
    for (const file of files as readonly unknown[]) {
      const { sha256, size } = Object(file) as { sha256?: unknown; size?: unknown };
      if (typeof sha256 !== 'string' || !SHA256.test(sha256) || !isSize(size)) {
        throw damaged(entry, 'record', 'A file of a deployment has no SHA-256 or no size.');
      }
      if ((this.#contents.get(sha256) ?? size) !== size)
        throw damaged(entry, 'record', 'Two entries give different sizes for the same bytes.');
      this.#contents.set(sha256, size);
    }
  }

  get length(): number {
    return this.#files + this.#contents.size;
  }

  *[Symbol.iterator](): Generator<ArchiveBlob> {
    for (let index = 0; index < this.#files; index += 1) {
      const slab = this.#slabs[Math.floor(index / SLAB_FILES)] ?? Buffer.alloc(0);
      const at = (index % SLAB_FILES) * FILE_BYTES;
      const hex = slab.toString('hex', at, at + 16);
      const id = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
      const sha256 = slab.toString('hex', at + 24, at + FILE_BYTES);
      yield { kind: 'file', id, size: Number(slab.readBigUInt64BE(at + 16)), sha256 };
    }
    for (const [sha256, size] of [...this.#contents].sort(byHash)) yield { kind: 'app', id: sha256, size, sha256 };
  }

  #addSlab(): Buffer {
    const slab = Buffer.alloc(SLAB_FILES * FILE_BYTES);
    this.#slabs.push(slab);
    return slab;
  }
}

export function blobEntryName({ kind, id }: Pick<ArchiveBlob, 'kind' | 'id'>): string {
  return `${kind === 'file' ? 'blobs' : 'app'}/${id}`;
}

function byHash([a]: readonly [string, number], [b]: readonly [string, number]): number {
  return a < b ? -1 : 1;
}

function isSize(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

function damaged(entry: string, reason: 'record' | 'order', problem: string): DamagedArchive {
  return new DamagedArchive(entry, reason, problem);
}
