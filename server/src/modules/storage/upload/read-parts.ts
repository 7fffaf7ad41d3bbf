import { freeBytes } from '../../../platform/free-bytes.ts';
import { malformed } from './malformed.ts';
import { type PartHead, readPartHead } from './part-headers.ts';

/** Limit for all header lines of a part. */
const HEAD_BYTES_MAX = 16_384;
/** Limit for the preamble before the first part, and for the epilogue after the last one. */
const MARGIN_BYTES_MAX = 8192;

const EMPTY = new Uint8Array(0);
const CR = 0x0d;

export interface UploadPart extends PartHead {
  /** Read it to its end before the next part. A piece is valid only until the next one is requested. */
  readonly bytes: AsyncIterable<Uint8Array>;
}

/** Never holds the whole body, and frees consumed pieces. Malformed input throws, even after valid parts. */
export async function* readParts(body: AsyncIterable<Uint8Array>, boundary: string): AsyncGenerator<UploadPart> {
  const reader = new DelimitedReader(body, boundary);
  await reader.skipPreamble();
  while (!(await reader.isLast())) {
    const head = readPartHead(await reader.readHead());
    const bytes = reader.readBytes();
    yield { ...head, bytes };
    if (!reader.isAtDelimiter) throw new Error('a part was not read to its end');
  }
  await reader.skipEpilogue();
}

class DelimitedReader {
  readonly #source: AsyncIterator<Uint8Array>;
  readonly #delimiter: Buffer;
  #piece: Uint8Array = EMPTY;
  /** Bytes that were read but not consumed yet; usually a part of `#piece`. */
  #rest: Buffer;
  isAtDelimiter = false;

  constructor(body: AsyncIterable<Uint8Array>, boundary: string) {
    this.#source = body[Symbol.asyncIterator]();
    this.#delimiter = Buffer.from(`\r\n--${boundary}`, 'latin1');
    // The first delimiter has no preceding line break, so one is added.
    this.#rest = Buffer.from('\r\n');
  }

  async skipPreamble(): Promise<void> {
    let skipped = 0;
    for await (const bytes of this.readBytes()) {
      skipped += bytes.byteLength;
      if (skipped > MARGIN_BYTES_MAX) throw malformed('it does not begin with its boundary');
    }
  }

  async isLast(): Promise<boolean> {
    await this.#have(2);
    if (this.#rest[0] === 0x2d && this.#rest[1] === 0x2d) {
      this.#rest = this.#rest.subarray(2);
      return true;
    }
    // Blanks are allowed at the end of the line.
    while (this.#rest[0] === 0x20 || this.#rest[0] === 0x09) {
      this.#rest = this.#rest.subarray(1);
      await this.#have(2);
    }
    if (this.#rest[0] !== CR || this.#rest[1] !== 0x0a) throw malformed('its boundary is inside a line');
    this.#rest = this.#rest.subarray(2);
    return false;
  }

  async readHead(): Promise<Uint8Array> {
    for (;;) {
      const end = this.#rest.indexOf('\r\n\r\n');
      if ((end === -1 ? this.#rest.byteLength : end) > HEAD_BYTES_MAX)
        throw malformed('the head of a part is too long');
      if (end !== -1) {
        const head = this.#rest.subarray(0, end);
        if (head.includes(this.#delimiter)) throw malformed('a part ends within its head');
        this.#rest = this.#rest.subarray(end + 4);
        return head;
      }
      await this.#fill();
    }
  }

  /** Yields the bytes up to the next delimiter, and consumes the delimiter. */
  async *readBytes(): AsyncGenerator<Uint8Array> {
    this.isAtDelimiter = false;
    for (;;) {
      const at = this.#rest.indexOf(this.#delimiter);
      const end = at === -1 ? this.#rest.byteLength - this.#openEnd() : at;
      const bytes = this.#rest.subarray(0, end);
      this.#rest = this.#rest.subarray(at === -1 ? end : at + this.#delimiter.byteLength);
      this.isAtDelimiter = at !== -1;
      if (bytes.byteLength > 0) yield bytes;
      if (at !== -1) return;
      await this.#fill();
    }
  }

  async skipEpilogue(): Promise<void> {
    let skipped = this.#rest.byteLength;
    this.#rest = Buffer.from(EMPTY);
    for (;;) {
      if (skipped > MARGIN_BYTES_MAX) throw malformed('it continues after its end');
      const { value, done } = await this.#source.next();
      if (done === true) return;
      skipped += value.byteLength;
    }
  }

  /** Number of trailing bytes that may be the beginning of a delimiter. */
  #openEnd(): number {
    const { byteLength } = this.#rest;
    for (let from = Math.max(0, byteLength - this.#delimiter.byteLength + 1); from < byteLength; from += 1) {
      from = this.#rest.indexOf(CR, from);
      if (from === -1) return 0;
      const tail = this.#rest.subarray(from);
      if (tail.equals(this.#delimiter.subarray(0, tail.byteLength))) return tail.byteLength;
    }
    return 0;
  }

  async #have(bytes: number): Promise<void> {
    while (this.#rest.byteLength < bytes) await this.#fill();
  }

  async #fill(): Promise<void> {
    if (this.#rest.byteLength > 0) this.#rest = Buffer.from(this.#rest);
    freeBytes(this.#piece);
    const { value, done } = await this.#source.next();
    if (done === true) throw malformed('it ends too early');
    this.#piece = value;
    const chunk = Buffer.from(value.buffer, value.byteOffset, value.byteLength);
    this.#rest = this.#rest.byteLength === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
  }
}
