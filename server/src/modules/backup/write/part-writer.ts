import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { PassThrough, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import {
  type ArchivePart,
  type Folder,
  LINE_BYTES_MAX,
  PART_BYTES_MAX,
  partName,
  type TarEntry,
} from '../../../archive/format/index.ts';
import { RowTooLong } from '../row-too-long.ts';

/** Lines are passed to the compressor in pieces of about this many characters. */
const PIECE_CHARACTERS = 64 * 1024;
const LEVEL = 5;

export interface WrittenPart {
  readonly part: ArchivePart;
  readonly entry: TarEntry;
}

export class PartWriter {
  readonly #directory: string;
  readonly #folder: Folder;
  readonly #table: string | undefined;
  readonly #written: WrittenPart[] = [];
  #open: OpenPart | undefined;
  /** Number of records, without those that continue others. */
  #records = 0;

  constructor(directory: string, folder: Folder, table?: string) {
    this.#directory = directory;
    this.#folder = folder;
    this.#table = table;
  }

  get records(): number {
    return this.#records;
  }

  async write(text: string): Promise<void> {
    const bytes = Buffer.byteLength(text) + 1;
    if (bytes > LINE_BYTES_MAX) {
      for (const piece of splitRecord(text)) await this.#add(piece, Buffer.byteLength(piece) + 1);
    } else await this.#add(text, bytes);
    if (!text.startsWith('{"continues":')) this.#records += 1;
  }

  async end(): Promise<readonly WrittenPart[]> {
    await this.#endPart();
    return this.#written;
  }

  async abort(): Promise<void> {
    await this.#open?.abort();
  }

  async #add(text: string, bytes: number): Promise<void> {
    if (this.#open !== undefined && this.#open.unpackedBytes + bytes > PART_BYTES_MAX) await this.#endPart();
    this.#open ??= this.#begin();
    await this.#open.write(text, bytes);
  }

  #begin(): OpenPart {
    const name = partName(this.#folder, this.#written.length + 1, this.#table);
    return new OpenPart(name, join(this.#directory, name.replaceAll('/', '-')));
  }

  async #endPart(): Promise<void> {
    if (this.#open === undefined) return;
    this.#written.push(await this.#open.end());
    this.#open = undefined;
  }
}

class OpenPart {
  readonly #name: string;
  readonly #path: string;
  readonly #lines = new PassThrough();
  readonly #stored: Promise<void>;
  readonly #hash = createHash('sha256');
  #bytes = 0;
  #records = 0;
  #piece = '';
  unpackedBytes = 0;

  constructor(name: string, path: string) {
    this.#name = name;
    this.#path = path;
    const count = new Transform({
      transform: (chunk: Buffer, _encoding, done) => {
        this.#hash.update(chunk);
        this.#bytes += chunk.byteLength;
        done(null, chunk);
      },
    });
    this.#stored = pipeline(this.#lines, createGzip({ level: LEVEL }), count, createWriteStream(path, { mode: 0o600 }));
    // The next write or the end rethrows the error.
    this.#stored.catch(() => undefined);
  }

  async write(text: string, bytes: number): Promise<void> {
    this.unpackedBytes += bytes;
    this.#records += 1;
    this.#piece += `${text}\n`;
    if (this.#piece.length >= PIECE_CHARACTERS) await this.#flush();
  }

  async end(): Promise<WrittenPart> {
    await this.#flush();
    this.#lines.end();
    await this.#stored;
    const part = {
      name: this.#name,
      bytes: this.#bytes,
      sha256: this.#hash.digest('hex'),
      unpacked_bytes: this.unpackedBytes,
      records: this.#records,
    };
    const path = this.#path;
    return { part, entry: { name: part.name, size: part.bytes, open: () => createReadStream(path) } };
  }

  async abort(): Promise<void> {
    this.#lines.destroy();
    await this.#stored.catch(() => undefined);
  }

  async #flush(): Promise<void> {
    const piece = this.#piece;
    this.#piece = '';
    if (this.#lines.destroyed) await this.#stored;
    if (piece !== '' && !this.#lines.write(piece)) await Promise.race([once(this.#lines, 'drain'), this.#stored]);
  }
}

/** Splits a row that is too long for one record: its columns are divided among several. */
function splitRecord(text: string): readonly string[] {
  const { id, ...columns } = JSON.parse(text) as Record<string, unknown>;
  const pieces: string[] = [];
  let members: string[] = [];
  let bytes = 0;
  const flush = (): void => {
    const head = pieces.length === 0 ? `"id":${JSON.stringify(id)}` : `"continues":${JSON.stringify(id)}`;
    pieces.push(`{${[head, ...members].join(',')}}`);
    members = [];
    bytes = 0;
  };
  for (const [name, value] of Object.entries(columns)) {
    const member = `${JSON.stringify(name)}:${JSON.stringify(value)}`;
    const size = Buffer.byteLength(member);
    if (size > LINE_BYTES_MAX / 2) throw new RowTooLong(String(id), name);
    if (bytes + size > LINE_BYTES_MAX / 2) flush();
    members.push(member);
    bytes += size + 1;
  }
  flush();
  return pieces;
}
