import { closeSync, fsyncSync, openSync, readSync } from 'node:fs';

const HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;
const SUMMED_HEADER_BYTES = 24;
const SUMMED_FRAME_BYTES = 8;
const LITTLE_ENDIAN = 0x377f0682;
const BIG_ENDIAN = 0x377f0683;
const FRAMES_AT_ONCE = 32;

export type Sums = readonly [number, number];

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
  /** Valid until the next frame. */
  readonly bytes: Uint8Array;
  readonly sums: Sums;
}

/** A write-ahead log as SQLite writes it (https://www.sqlite.org/walformat.html), read without SQLite. */
export class LogFile {
  readonly start: LogPosition;
  readonly pageSize: number;
  readonly #file: number;
  readonly #isLittleEndian: boolean;

  private constructor(file: number, header: Buffer) {
    this.#file = file;
    this.#isLittleEndian = header.readUInt32BE(0) === LITTLE_ENDIAN;
    this.pageSize = header.readUInt32BE(8);
    const sums = this.#sum([0, 0], header, 0, SUMMED_HEADER_BYTES);
    this.start = { salts: header.toString('hex', 16, 24), frame: 0, sums };
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
      header.toString('hex', 8, 16) === salts &&
      header.readUInt32BE(16) === sums[0] &&
      header.readUInt32BE(20) === sums[1]
    );
  }

  /** The frames after a position, until `last` or the first incomplete frame. */
  *frames(position: LogPosition, last = Number.POSITIVE_INFINITY): Generator<Frame> {
    const frameBytes = FRAME_HEADER_BYTES + this.pageSize;
    const buffer = Buffer.allocUnsafe(frameBytes * FRAMES_AT_ONCE);
    let { frame, sums } = position;
    while (frame < last) {
      const wanted = Math.min(FRAMES_AT_ONCE, last - frame) * frameBytes;
      const length = readSync(this.#file, buffer, 0, wanted, HEADER_BYTES + frame * frameBytes);
      const whole = Math.floor(length / frameBytes);
      if (whole === 0) return;
      for (let index = 0; index < whole; index += 1) {
        const at = index * frameBytes;
        const next = this.#check(buffer, at, position.salts, sums);
        if (next === undefined) return;
        sums = next;
        frame += 1;
        yield {
          frame,
          page: buffer.readUInt32BE(at),
          pages: buffer.readUInt32BE(at + 4),
          bytes: buffer.subarray(at + FRAME_HEADER_BYTES, at + frameBytes),
          sums,
        };
      }
    }
  }

  /** The last frame after a position that ends a transaction; the position's own when there is none. */
  lastCommit(position: LogPosition): number {
    let last = position.frame;
    for (const { frame, pages } of this.frames(position)) if (pages > 0) last = frame;
    return last;
  }

  sync(): void {
    fsyncSync(this.#file);
  }

  close(): void {
    closeSync(this.#file);
  }

  #check(buffer: Buffer, at: number, salts: string, before: Sums): Sums | undefined {
    if (buffer.toString('hex', at + 8, at + 16) !== salts) return undefined;
    const header = this.#sum(before, buffer, at, SUMMED_FRAME_BYTES);
    const sums = this.#sum(header, buffer, at + FRAME_HEADER_BYTES, this.pageSize);
    const isWhole = sums[0] === buffer.readUInt32BE(at + 16) && sums[1] === buffer.readUInt32BE(at + 20);
    return isWhole ? sums : undefined;
  }

  #sum([first, second]: Sums, bytes: Buffer, at: number, length: number): Sums {
    const view = new DataView(bytes.buffer, bytes.byteOffset + at, length);
    let [a, b] = [first, second];
    for (let offset = 0; offset < length; offset += 8) {
      a = (a + view.getUint32(offset, this.#isLittleEndian) + b) >>> 0;
      b = (b + view.getUint32(offset + 4, this.#isLittleEndian) + a) >>> 0;
    }
    return [a, b];
  }
}
