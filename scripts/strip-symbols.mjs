// @ts-check
// Plain JavaScript, because npm runs it on the machine's own Node.
import {
  chmodSync,
  closeSync,
  copyFileSync,
  fstatSync,
  ftruncateSync,
  linkSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';

/** Places in the header of a 64-bit ELF file (https://refspecs.linuxfoundation.org/elf/gabi4+/ch4.eheader.html). */
const MAGIC = '7f454c460201';
const HEADER_BYTES = 64;
const SEGMENTS_AT = 32;
const SECTIONS_AT = 40;
const SEGMENT_BYTES = 54;
const SEGMENT_COUNT = 56;
const SECTION_COUNT = 60;
const SECTION_NAMES = 62;
/** Places in the description of a segment. */
const OFFSET = 8;
const FILE_BYTES = 32;

/**
 * Cuts off the sections behind the last segment: symbols and debug information, which only debuggers and profilers read. The
 * system loads segments. Other names of the same file are linked to the new one.
 * @param {readonly string[]} names
 */
export function stripSymbols([path, ...others]) {
  if (path === undefined) return;
  const { ino, size, mode } = statSync(path);
  const bytes = loadedBytes(path);
  if (bytes === undefined || bytes >= size) return;
  const links = others.filter((other) => statSync(other).ino === ino);
  const part = `${path}.${process.pid}`;
  copyFileSync(path, part);
  chmodSync(part, mode | 0o200);
  cut(part, bytes);
  chmodSync(part, mode);
  // The program may be running, so that it can be replaced but not written.
  renameSync(part, path);
  for (const other of links) {
    rmSync(other);
    linkSync(path, other);
  }
}

/**
 * Undefined for files of other formats.
 * @param {string} path
 */
function loadedBytes(path) {
  const file = openSync(path, 'r');
  try {
    const header = read(file, 0, HEADER_BYTES);
    if (!header.toString('hex').startsWith(MAGIC)) return undefined;
    const each = header.readUInt16LE(SEGMENT_BYTES);
    const start = Number(header.readBigUInt64LE(SEGMENTS_AT));
    const segments = read(file, start, each * header.readUInt16LE(SEGMENT_COUNT));
    let end = start + segments.length;
    for (let at = 0; at < segments.length; at += each) {
      const segmentEnd = segments.readBigUInt64LE(at + OFFSET) + segments.readBigUInt64LE(at + FILE_BYTES);
      end = Math.max(end, Number(segmentEnd));
    }
    return Math.min(end, fstatSync(file).size);
  } finally {
    closeSync(file);
  }
}

/**
 * @param {string} path
 * @param {number} bytes
 */
function cut(path, bytes) {
  const file = openSync(path, 'r+');
  try {
    const header = read(file, 0, HEADER_BYTES);
    header.writeBigUInt64LE(0n, SECTIONS_AT);
    header.writeUInt16LE(0, SECTION_COUNT);
    header.writeUInt16LE(0, SECTION_NAMES);
    writeSync(file, header, 0, HEADER_BYTES, 0);
    ftruncateSync(file, bytes);
  } finally {
    closeSync(file);
  }
}

/**
 * @param {number} file
 * @param {number} at
 * @param {number} bytes
 */
function read(file, at, bytes) {
  const buffer = Buffer.alloc(bytes);
  readSync(file, buffer, 0, bytes, at);
  return buffer;
}
