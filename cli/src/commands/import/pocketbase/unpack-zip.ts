import { createWriteStream } from 'node:fs';
import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createInflateRaw } from 'node:zlib';
import { fileFailure } from '../../../outcome/failure.ts';
import { damagedZip, readZipEntries, type ZipEntry } from './zip-entries.ts';

/** Entries of a backup that an import reads. The pattern and the check for `..` keep names inside the folder. */
const WANTED = /^(?:data\.db(?:-wal)?|storage\/[A-Za-z0-9_]+\/[A-Za-z0-9_]+\/[^/\\\0]+)$/;
const HEADER_BYTES = 30;
const HEADER_MARK = 0x04034b50;
const STORED = 0;
const DEFLATED = 8;

/** Unpacks only the database and files of a backup into a folder. */
export async function unpackZip(path: string, folder: string): Promise<string> {
  const file = await open(path).catch((error: unknown) => {
    throw fileFailure(path, error);
  });
  try {
    for (const entry of await readZipEntries(file)) {
      const isStep = entry.name.endsWith('/..') || entry.name.endsWith('/.');
      if (WANTED.test(entry.name) && !isStep) await unpack(file, entry, join(folder, entry.name));
    }
    return folder;
  } finally {
    await file.close();
  }
}

async function unpack(file: FileHandle, entry: ZipEntry, place: string): Promise<void> {
  const header = Buffer.alloc(HEADER_BYTES);
  await file.read(header, 0, HEADER_BYTES, entry.offset);
  if (header.readUInt32LE(0) !== HEADER_MARK) throw damagedZip();
  const start = entry.offset + HEADER_BYTES + header.readUInt16LE(26) + header.readUInt16LE(28);
  await mkdir(dirname(place), { recursive: true });
  const bytes = Readable.from(readRange(file, start, entry.packedBytes));
  const output = createWriteStream(place, { flags: 'wx' });
  let written = 0;
  const counted = async function* (chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      written += chunk.length;
      // Guards against an entry that unpacks to more than its declared size and fills the disk.
      if (written > entry.bytes) throw damagedZip();
      yield chunk;
    }
  };
  try {
    if (entry.method === STORED) await pipeline(bytes, counted, output);
    else if (entry.method === DEFLATED) await pipeline(bytes, createInflateRaw(), counted, output);
    else throw damagedZip();
  } catch (error) {
    const isZip = error instanceof Error && 'code' in error && String(error.code).startsWith('Z_');
    throw isZip ? damagedZip() : fileFailure(place, error);
  }
  if (written !== entry.bytes) throw damagedZip();
}

async function* readRange(file: FileHandle, start: number, bytes: number): AsyncGenerator<Buffer> {
  const end = start + bytes;
  for (let at = start; at < end; ) {
    const chunk = Buffer.allocUnsafe(Math.min(65_536, end - at));
    const { bytesRead } = await file.read(chunk, 0, chunk.length, at);
    if (bytesRead === 0) throw damagedZip();
    yield chunk.subarray(0, bytesRead);
    at += bytesRead;
  }
}
