import type { FileHandle } from 'node:fs/promises';
import { type Failure, failed } from '../../../outcome/failure.ts';

export interface ZipEntry {
  readonly name: string;
  readonly method: number;
  readonly packedBytes: number;
  readonly bytes: number;
  /** Position of the entry's header in the file. */
  readonly offset: number;
}

const END_MARK = 0x06054b50;
const END_BYTES = 22;
const COMMENT_BYTES_MAX = 65_535;
const END64_MARK = 0x06064b50;
const LOCATOR64_BYTES = 20;
const LOCATOR64_MARK = 0x07064b50;
const ENTRY_MARK = 0x02014b50;
const ENTRY_BYTES = 46;
/** Enough for the directory of a million files. */
const DIRECTORY_BYTES_MAX = 256 * 1024 * 1024;
const IN_EXTRA_64 = 0xffffffff;

/** Reads the directory at the end of a ZIP file (APPNOTE 4.3), which has the sizes even where the entries lack them. */
export async function readZipEntries(file: FileHandle): Promise<ZipEntry[]> {
  const { offset, bytes } = await findDirectory(file);
  if (bytes > DIRECTORY_BYTES_MAX) throw damagedZip();
  const directory = await readAt(file, offset, bytes);
  const entries: ZipEntry[] = [];
  for (let at = 0; at + ENTRY_BYTES <= directory.length; ) {
    if (directory.readUInt32LE(at) !== ENTRY_MARK) throw damagedZip();
    const [nameBytes, extraBytes, commentBytes] = [28, 30, 32].map((place) => directory.readUInt16LE(at + place));
    const nameEnd = at + ENTRY_BYTES + (nameBytes ?? 0);
    const extraEnd = nameEnd + (extraBytes ?? 0);
    const wide = wideReader(directory.subarray(nameEnd, extraEnd));
    entries.push({
      name: directory.toString('utf8', at + ENTRY_BYTES, nameEnd),
      method: directory.readUInt16LE(at + 10),
      bytes: wide(directory.readUInt32LE(at + 24)),
      packedBytes: wide(directory.readUInt32LE(at + 20)),
      offset: wide(directory.readUInt32LE(at + 42)),
    });
    at = extraEnd + (commentBytes ?? 0);
  }
  return entries;
}

async function findDirectory(file: FileHandle): Promise<{ offset: number; bytes: number }> {
  const { size } = await file.stat();
  const tailBytes = Math.min(size, END_BYTES + COMMENT_BYTES_MAX + LOCATOR64_BYTES);
  const tail = await readAt(file, size - tailBytes, tailBytes);
  let end = tail.length - END_BYTES;
  while (end >= 0 && tail.readUInt32LE(end) !== END_MARK) end -= 1;
  if (end < 0) throw damagedZip();
  const locator = end - LOCATOR64_BYTES;
  if (locator >= 0 && tail.readUInt32LE(locator) === LOCATOR64_MARK) {
    const end64 = await readAt(file, Number(tail.readBigUInt64LE(locator + 8)), 56);
    if (end64.readUInt32LE(0) !== END64_MARK) throw damagedZip();
    return { bytes: Number(end64.readBigUInt64LE(40)), offset: Number(end64.readBigUInt64LE(48)) };
  }
  return { bytes: tail.readUInt32LE(end + 12), offset: tail.readUInt32LE(end + 16) };
}

/** Numbers too large for their field are in the extra field, in the order of the fields that lack them. */
function wideReader(extra: Buffer): (value: number) => number {
  let at = 0;
  while (at + 4 <= extra.length && extra.readUInt16LE(at) !== 1) at += 4 + extra.readUInt16LE(at + 2);
  let next = at + 4;
  return (value) => {
    if (value !== IN_EXTRA_64) return value;
    if (next + 8 > extra.length) throw damagedZip();
    next += 8;
    return Number(extra.readBigUInt64LE(next - 8));
  };
}

async function readAt(file: FileHandle, at: number, bytes: number): Promise<Buffer> {
  const chunk = Buffer.alloc(bytes);
  const { bytesRead } = await file.read(chunk, 0, bytes, at);
  if (bytesRead !== bytes) throw damagedZip();
  return chunk;
}

export function damagedZip(): Failure {
  return failed('The backup is damaged, or no ZIP file.', 'unreadable');
}
