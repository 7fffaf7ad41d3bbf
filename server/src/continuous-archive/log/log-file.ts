import { closeSync, fsyncSync, openSync, readSync } from 'node:fs';
import { endianness } from 'node:os';
import { type Sums, type SumsAcross, sumsAcross, sumsBetween, sumWords } from '../format/page-sums.ts';

const HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;
const WORD_BYTES = 4;
const SUMMED_HEADER_WORDS = 6;
const SUMMED_FRAME_WORDS = 2;
/** The log's first word says in which byte order its checksums read it. */
const LITTLE_ENDIAN = 0x377f0682;
const BIG_ENDIAN = 0x377f0683;
const NATIVE = endianness() === 'LE' ? LITTLE_ENDIAN : BIG_ENDIAN;
const HEADER_SALTS_AT = 16;
const SALTS_AT = 8;
const SALTS_BYTES = 8;
const SUMS_AT = 16;
const FRAMES_AT_ONCE = 32;

/** A place in a log: after `frame` frames, where its running checksums are `sums`. */
export interface LogPosition {
  /** In hexadecimal; they change whenever the log restarts. */
  readonly salts: string;
  readonly frame: number;
  readonly sums: Sums;
}

export interface Frame {
  readonly frame: number;
  readonly page: number;
  /** The length of the store, in pages, after the commit that this frame ends; 0 in the middle of a transaction. */
  readonly pages: number;
  /** Valid until the next frame, or block. */
  readonly bytes: Uint8Array;
  readonly sums: Sums;
  /** As `sumsOfPage`; undefined when the log has its checksums in the other byte order. */
  readonly pageSums: Sums | undefined;
}

/** The frames that are read at once. Their views of the memory are created once: a view costs as much as copying a page. */
interface FrameBuffer {
  readonly buffer: Buffer;
  readonly pages: Buffer[];
}

/** A write-ahead log as SQLite writes it (https://www.sqlite.org/walformat.html), read without SQLite. */
export class LogFile {
  readonly start: LogPosition;
  readonly pageSize: number;
  readonly #file: number;
  readonly #isNative: boolean;
  /** Undefined when the checksums are of big-endian words. */
  readonly #acrossPage: SumsAcross | undefined;

  private constructor(file: number, header: Buffer) {
    this.#file = file;
    this.#isNative = header.readUInt32BE(0) === NATIVE;
    this.pageSize = header.readUInt32BE(8);
    const isLittleEndian = header.readUInt32BE(0) === LITTLE_ENDIAN;
    this.#acrossPage = isLittleEndian ? sumsAcross(this.pageSize / WORD_BYTES) : undefined;
    const sums = sumWords([0, 0], this.#wordsOf(header), 0, SUMMED_HEADER_WORDS);
    this.start = { salts: header.toString('hex', HEADER_SALTS_AT, HEADER_SALTS_AT + SALTS_BYTES), frame: 0, sums };
  }

  static open(path: string): LogFile | undefined {
    let file: number;
    try {
      file = openSync(path, 'r');
    } catch (error) {
      if (Object(error).code === 'ENOENT') return undefined;
      throw error;
    }
    const header = Buffer.alloc(HEADER_BYTES);
    const length = readSync(file, header, 0, HEADER_BYTES, 0);
    const isLog = length === HEADER_BYTES && [LITTLE_ENDIAN, BIG_ENDIAN].includes(header.readUInt32BE(0));
    if (isLog) {
      const log = new LogFile(file, header);
      const [first, second] = log.start.sums;
      if (first === header.readUInt32BE(24) && second === header.readUInt32BE(28)) return log;
    }
    closeSync(file);
    return undefined;
  }

  /** Whether the log still has this position. It does not after a restart, or when a power cut removed its end. */
  has({ salts, frame, sums }: LogPosition): boolean {
    if (salts !== this.start.salts) return false;
    if (frame === 0) return true;
    const header = Buffer.alloc(FRAME_HEADER_BYTES);
    const at = HEADER_BYTES + (frame - 1) * (FRAME_HEADER_BYTES + this.pageSize);
    if (readSync(this.#file, header, 0, FRAME_HEADER_BYTES, at) < FRAME_HEADER_BYTES) return false;
    return (
      header.toString('hex', SALTS_AT, SALTS_AT + SALTS_BYTES) === salts &&
      header.readUInt32BE(SUMS_AT) === sums[0] &&
      header.readUInt32BE(SUMS_AT + 4) === sums[1]
    );
  }

  /** The frames after a position, until `last` or the first incomplete frame. */
  *frames(position: LogPosition, last = Number.POSITIVE_INFINITY): Generator<Frame> {
    for (const frames of this.blocks(position, last)) yield* frames;
  }

  /** As `frames`, some at once. Their bytes are valid until the next block. */
  *blocks(position: LogPosition, last = Number.POSITIVE_INFINITY): Generator<readonly Frame[]> {
    const frameBytes = FRAME_HEADER_BYTES + this.pageSize;
    const memory: FrameBuffer = { buffer: Buffer.from(new ArrayBuffer(frameBytes * FRAMES_AT_ONCE)), pages: [] };
    let from = position;
    while (from.frame < last) {
      const wanted = Math.min(FRAMES_AT_ONCE, last - from.frame) * frameBytes;
      const length = readSync(this.#file, memory.buffer, 0, wanted, HEADER_BYTES + from.frame * frameBytes);
      const whole = Math.floor(length / frameBytes);
      const frames = this.#readFrames(from, memory, whole);
      if (frames.length > 0) yield frames;
      const end = frames.at(-1);
      if (end === undefined || frames.length < whole) return;
      from = { ...from, frame: end.frame, sums: end.sums };
    }
  }

  /** Whether the log has not restarted. A restart writes the header before any frame. */
  isStill(salts: string): boolean {
    const header = Buffer.alloc(SALTS_BYTES);
    return (
      readSync(this.#file, header, 0, SALTS_BYTES, HEADER_SALTS_AT) === SALTS_BYTES && header.toString('hex') === salts
    );
  }

  /** The page of a frame, into `bytes`. Call `isStill` afterwards: this does not check the frame. */
  readPage(frame: number, bytes: Uint8Array): boolean {
    const at = HEADER_BYTES + (frame - 1) * (FRAME_HEADER_BYTES + this.pageSize) + FRAME_HEADER_BYTES;
    return readSync(this.#file, bytes, 0, this.pageSize, at) === this.pageSize;
  }

  /** The last frame after a position that ends a transaction; the position's own when there is none. */
  lastCommit(position: LogPosition): number {
    let last = position.frame;
    for (const { frame, pages } of this.frames(position)) if (pages > 0) last = frame;
    return last;
  }

  /** How many frames up to a position belong to a transaction that ends after it. */
  framesSinceCommit({ frame }: LogPosition): number {
    let count = 0;
    while (count < frame && !this.#endsTransaction(frame - count)) count += 1;
    return count;
  }

  sync(): void {
    fsyncSync(this.#file);
  }

  close(): void {
    closeSync(this.#file);
  }

  #endsTransaction(frame: number): boolean {
    const header = Buffer.alloc(FRAME_HEADER_BYTES);
    const at = HEADER_BYTES + (frame - 1) * (FRAME_HEADER_BYTES + this.pageSize);
    return readSync(this.#file, header, 0, FRAME_HEADER_BYTES, at) === FRAME_HEADER_BYTES && header.readUInt32BE(4) > 0;
  }

  #readFrames(
    { salts: expected, frame: before, sums: sumsBefore }: LogPosition,
    { buffer, pages }: FrameBuffer,
    count: number,
  ): readonly Frame[] {
    const frameBytes = FRAME_HEADER_BYTES + this.pageSize;
    const salts = Buffer.from(expected, 'hex');
    const words = this.#wordsOf(buffer);
    const frames: Frame[] = [];
    let sums = sumsBefore;
    for (let index = 0; index < count; index += 1) {
      const at = index * frameBytes;
      if (salts.compare(buffer, at + SALTS_AT, at + SALTS_AT + SALTS_BYTES) !== 0) break;
      const pageAt = at + FRAME_HEADER_BYTES;
      const header = sumWords(sums, words, at / WORD_BYTES, at / WORD_BYTES + SUMMED_FRAME_WORDS);
      sums = sumWords(header, words, pageAt / WORD_BYTES, (at + frameBytes) / WORD_BYTES);
      if (sums[0] !== buffer.readUInt32BE(at + SUMS_AT) || sums[1] !== buffer.readUInt32BE(at + SUMS_AT + 4)) break;
      const bytes = pages[index] ?? buffer.subarray(pageAt, at + frameBytes);
      pages[index] = bytes;
      frames.push({
        frame: before + index + 1,
        page: buffer.readUInt32BE(at),
        pages: buffer.readUInt32BE(at + 4),
        bytes,
        sums,
        pageSums: this.#acrossPage && sumsBetween(this.#acrossPage, header, sums),
      });
    }
    return frames;
  }

  /** The buffer's words in the byte order of the log. Its bytes must begin at a multiple of a word. */
  #wordsOf({ buffer, byteOffset, byteLength }: Buffer): Int32Array {
    const words = new Int32Array(buffer, byteOffset, byteLength / WORD_BYTES);
    if (this.#isNative) return words;
    const swapped = words.slice();
    Buffer.from(swapped.buffer).swap32();
    return swapped;
  }
}
