import { createHash, hash } from 'node:crypto';
import { type ArchiveBlob, BlobList, blobEntryName } from './blob-list.ts';
import { DamagedArchive } from './damage.ts';
import {
  type ArchiveCounts,
  type ArchivePart,
  DOCUMENT_BYTES_MAX,
  type Folder,
  type Manifest,
  type PartName,
  readPartName,
} from './format.ts';
import { DOCUMENTS, readEnd, readManifest } from './manifest.ts';
import { type ArchiveRecord, readPart } from './read-part.ts';
import { type ReadEntry, TarReader } from './tar/read-tar.ts';

/** Receives the contents of an archive during the walk. Entries without a handler are still read and checked. */
export interface ArchiveVisitor {
  manifest?(manifest: Manifest): void | Promise<void>;
  document?(name: (typeof DOCUMENTS)[number], value: ArchiveRecord): void | Promise<void>;
  records?(part: PartName, records: readonly ArchiveRecord[]): void | Promise<void>;
  /** The walk reads the bytes that the visitor leaves unread. An error of the visitor stops the walk. */
  blob?(blob: ArchiveBlob, bytes: AsyncIterable<Uint8Array>): void | Promise<void>;
}

/** Throws `DamagedArchive`, `UnsupportedArchive`. `manifestSha256`: the hash read beforehand from the archive's end. */
export async function walkArchive(
  source: AsyncIterable<Uint8Array>,
  visitor: ArchiveVisitor,
  manifestSha256?: string,
): Promise<Manifest> {
  const walk = new ArchiveWalk(source, visitor);
  try {
    return await walk.run(manifestSha256);
  } finally {
    await walk.close();
  }
}

class ArchiveWalk {
  readonly #tar: TarReader;
  readonly #visitor: ArchiveVisitor;
  readonly #blobs = new BlobList();
  readonly #records = new Map<Folder, number>();
  #expected = 'manifest.json';
  #entries = 0;

  constructor(source: AsyncIterable<Uint8Array>, visitor: ArchiveVisitor) {
    this.#tar = new TarReader(source, () => this.#expected);
    this.#visitor = visitor;
  }

  async run(knownSha256: string | undefined): Promise<Manifest> {
    const bytes = await this.#whole('manifest.json', DOCUMENT_BYTES_MAX);
    const sha256 = hash('sha256', bytes, 'hex');
    if (knownSha256 !== undefined && knownSha256 !== sha256) throw wrong('manifest.json', 'checksum');
    const manifest = readManifest(bytes);
    await this.#visitor.manifest?.(manifest);
    let tables = 0;
    for (const part of manifest.parts) {
      const name = readPartName(part.name);
      if (name !== undefined) await this.#part(part, name);
      else if (await this.#document(part)) tables = part.records;
    }
    this.#requireCounts(manifest.counts, tables);
    for (const blob of this.#blobs) await this.#blob(blob);
    await this.#end(sha256);
    return manifest;
  }

  close(): Promise<void> {
    return this.#tar.close();
  }

  /** Returns true for the schema. */
  async #document(part: ArchivePart): Promise<boolean> {
    const bytes = await this.#whole(part.name, DOCUMENT_BYTES_MAX, part.bytes);
    if (hash('sha256', bytes, 'hex') !== part.sha256) throw wrong(part.name, 'checksum');
    const value = parseObject(part.name, bytes);
    const isSchema = part.name === 'schema.json';
    const { tables } = value;
    if (isSchema && (!Array.isArray(tables) || tables.length !== part.records)) throw wrong(part.name, 'count');
    const document = DOCUMENTS.find((name) => name === part.name);
    if (document !== undefined) await this.#visitor.document?.(document, value);
    return isSchema;
  }

  async #part(part: ArchivePart, name: PartName): Promise<void> {
    const entry = await this.#entry(part.name);
    if (entry.size !== part.bytes) throw wrong(part.name, 'size');
    for await (const records of readPart(part, entry.bytes)) {
      if (name.folder === 'files') for (const record of records) this.#blobs.addFile(part.name, record);
      if (name.folder === 'deployments') for (const record of records) this.#blobs.addContents(part.name, record);
      this.#count(name.folder, records);
      await this.#visitor.records?.(name, records);
    }
  }

  /** Counts the objects of a folder; one object may take several records. */
  #count(folder: Folder, records: readonly ArchiveRecord[]): void {
    const isHead = (record: ArchiveRecord): boolean => record['continues'] === undefined;
    this.#records.set(folder, (this.#records.get(folder) ?? 0) + records.filter(isHead).length);
  }

  #requireCounts(counts: ArchiveCounts, tables: number): void {
    if (counts.tables !== tables) throw wrong('schema.json', 'count');
    if (counts.file_bytes !== this.#blobs.fileBytes) throw wrong('manifest.json', 'count');
    for (const folder of [
      'rows',
      'users',
      'functions',
      'secrets',
      'webhooks',
      'messages',
      'deployments',
      'files',
    ] as const) {
      if (counts[folder] !== (this.#records.get(folder) ?? 0)) throw wrong('manifest.json', 'count');
    }
  }

  async #blob(blob: ArchiveBlob): Promise<void> {
    const name = blobEntryName(blob);
    const entry = await this.#entry(name);
    if (entry.size !== blob.size) throw wrong(name, 'size');
    const digest = createHash('sha256');
    const bytes = hashing(entry.bytes, digest);
    await this.#visitor.blob?.(blob, bytes);
    for await (const _piece of bytes);
    if (digest.digest('hex') !== blob.sha256) throw wrong(name, 'checksum');
  }

  async #end(sha256: string): Promise<void> {
    const end = readEnd(await this.#whole('end.json', DOCUMENT_BYTES_MAX));
    if (end === undefined) throw wrong('end.json', 'record');
    if (end.manifest_sha256 !== sha256) throw wrong('manifest.json', 'checksum');
    if (end.entries !== this.#entries) throw wrong('end.json', 'count');
    if ((await this.#tar.next()) !== undefined) throw wrong('end.json', 'order');
  }

  async #whole(name: string, bytesMax: number, size?: number): Promise<Buffer> {
    const entry = await this.#entry(name);
    if (entry.size > bytesMax || (size !== undefined && entry.size !== size)) throw wrong(name, 'size');
    const pieces: Buffer[] = [];
    for await (const piece of entry.bytes) pieces.push(Buffer.from(piece));
    return Buffer.concat(pieces);
  }

  async #entry(name: string): Promise<ReadEntry> {
    this.#expected = name;
    const entry = await this.#tar.next();
    this.#entries += 1;
    if (entry === undefined) throw wrong(name, 'truncated');
    if (entry.name !== name) throw wrong(name, 'order');
    return entry;
  }
}

/** A single iterator for all consumers, so that the walk can continue where the visitor stopped. */
function hashing(bytes: AsyncIterable<Uint8Array>, digest: ReturnType<typeof createHash>): AsyncIterable<Uint8Array> {
  const pieces = bytes[Symbol.asyncIterator]();
  return {
    [Symbol.asyncIterator]: () => ({
      async next() {
        const piece = await pieces.next();
        if (piece.done !== true) digest.update(piece.value);
        return piece;
      },
    }),
  };
}

function parseObject(name: string, bytes: Uint8Array): ArchiveRecord {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as ArchiveRecord;
  } catch {
    // The caller gets the failure below.
  }
  throw wrong(name, 'record');
}

const PROBLEMS = {
  truncated: 'The archive ends before this entry.',
  checksum: 'Its bytes have been changed.',
  order: 'A different entry is in its place.',
  size: 'Its size differs from the manifest.',
  count: 'The number of entries differs from the manifest.',
  record: 'It cannot be read.',
} as const;

function wrong(entry: string, reason: keyof typeof PROBLEMS): DamagedArchive {
  return new DamagedArchive(entry, reason, PROBLEMS[reason]);
}
