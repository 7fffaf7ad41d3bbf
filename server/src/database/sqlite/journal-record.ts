import { readSync } from 'node:fs';
import { crc32 } from 'node:zlib';

export const JOURNAL_START = Buffer.from('journal1');
/** A record: these fields, then the store's name and the bytes. Numbers are little-endian. */
const MAGIC = 0x4c4f4731;
const SUM_AT = 4;
const SUMMED_FROM = 8;
const BYTES_AT = 8;
const NAME_AT = 12;
const OFFSET_AT = 16;
const SALTS_AT = 24;
const HEADER_BYTES = 32;
const NAME_BYTES_MAX = 64;
export const RECORD_BYTES_MAX = 256 * 1024;

/** Bytes of the log of a store, which belong there as long as the log has the same salts. */
export interface JournalRecord {
  readonly store: string;
  readonly salts: Buffer;
  readonly offset: number;
  readonly bytes: Buffer;
}

export function recordLength(store: string, bytes: number): number {
  return HEADER_BYTES + store.length + bytes;
}

/** Completes the record at `at`. Its bytes are already in the buffer, at the offset that `recordLength` gives. */
export function sealRecord(buffer: Buffer, at: number, record: Omit<JournalRecord, 'bytes'>, bytes: number): void {
  const { store, salts, offset } = record;
  buffer.writeUInt32LE(MAGIC, at);
  buffer.writeUInt32LE(bytes, at + BYTES_AT);
  buffer.writeUInt32LE(store.length, at + NAME_AT);
  buffer.writeBigUInt64LE(BigInt(offset), at + OFFSET_AT);
  salts.copy(buffer, at + SALTS_AT);
  buffer.write(store, at + HEADER_BYTES, 'latin1');
  const end = at + recordLength(store, bytes);
  buffer.writeUInt32LE(crc32(buffer.subarray(at + SUMMED_FROM, end)), at + SUM_AT);
}

/** The records of a journal's file up to the first incomplete one. Each is valid until the next is read. */
export function* readRecords(file: number): Generator<JournalRecord> {
  const buffer = Buffer.allocUnsafe(HEADER_BYTES + NAME_BYTES_MAX + RECORD_BYTES_MAX);
  let at = readSync(file, buffer, 0, JOURNAL_START.length, 0);
  if (!buffer.subarray(0, at).equals(JOURNAL_START)) return;
  for (;;) {
    if (readSync(file, buffer, 0, HEADER_BYTES, at) < HEADER_BYTES || buffer.readUInt32LE(0) !== MAGIC) return;
    const nameEnd = HEADER_BYTES + buffer.readUInt32LE(NAME_AT);
    const end = nameEnd + buffer.readUInt32LE(BYTES_AT);
    if (end > buffer.length) return;
    if (readSync(file, buffer, HEADER_BYTES, end - HEADER_BYTES, at + HEADER_BYTES) < end - HEADER_BYTES) return;
    if (crc32(buffer.subarray(SUMMED_FROM, end)) !== buffer.readUInt32LE(SUM_AT)) return;
    yield {
      store: buffer.toString('latin1', HEADER_BYTES, nameEnd),
      salts: buffer.subarray(SALTS_AT, HEADER_BYTES),
      offset: Number(buffer.readBigUInt64LE(OFFSET_AT)),
      bytes: buffer.subarray(nameEnd, end),
    };
    at += end;
  }
}
