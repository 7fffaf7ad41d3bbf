/** A frame: the lengths of a JSON head and a body (four bytes each), then both. Its sender may be compromised. */
const LENGTHS_BYTES = 8;

export interface Frame {
  readonly head: unknown;
  readonly body: Buffer;
}

export function frameStart(head: unknown, bodyBytes: number): Buffer {
  const text = Buffer.from(JSON.stringify(head));
  const lengths = Buffer.alloc(LENGTHS_BYTES);
  lengths.writeUInt32BE(text.length, 0);
  lengths.writeUInt32BE(bodyBytes, 4);
  return Buffer.concat([lengths, text]);
}

export interface FrameLimits {
  readonly headBytesMax: number;
  readonly bodyBytesMax: number;
}

/** Assembles frames from chunks. Throws for a frame above the limits before allocating memory for it. */
export class FrameReader {
  readonly #limits: FrameLimits;
  readonly #onFrame: (frame: Frame) => void;
  #lengths = Buffer.alloc(0);
  #content: Buffer | undefined;
  #headBytes = 0;
  #filled = 0;

  constructor(limits: FrameLimits, onFrame: (frame: Frame) => void) {
    this.#limits = limits;
    this.#onFrame = onFrame;
  }

  push(piece: Buffer): void {
    let rest = piece;
    while (rest.length > 0 || this.#isWhole()) {
      if (this.#content === undefined) rest = this.#readLengths(rest);
      else rest = this.#fill(this.#content, rest);
    }
  }

  #isWhole(): boolean {
    return this.#content !== undefined && this.#filled === this.#content.length;
  }

  #readLengths(piece: Buffer): Buffer {
    const missing = LENGTHS_BYTES - this.#lengths.length;
    this.#lengths = Buffer.concat([this.#lengths, piece.subarray(0, missing)]);
    if (this.#lengths.length === LENGTHS_BYTES) {
      const [headBytes, bodyBytes] = [this.#lengths.readUInt32BE(0), this.#lengths.readUInt32BE(4)];
      if (headBytes > this.#limits.headBytesMax || bodyBytes > this.#limits.bodyBytesMax)
        throw new RangeError(`A frame of ${headBytes} and ${bodyBytes} bytes is too long.`);
      this.#lengths = Buffer.alloc(0);
      this.#headBytes = headBytes;
      this.#filled = 0;
      this.#content = Buffer.allocUnsafeSlow(headBytes + bodyBytes);
    }
    return piece.subarray(missing);
  }

  #fill(content: Buffer, piece: Buffer): Buffer {
    const taken = piece.subarray(0, content.length - this.#filled);
    taken.copy(content, this.#filled);
    this.#filled += taken.length;
    if (this.#filled === content.length) {
      this.#content = undefined;
      const head: unknown = JSON.parse(content.toString('utf8', 0, this.#headBytes));
      this.#onFrame({ head, body: content.subarray(this.#headBytes) });
    }
    return piece.subarray(taken.length);
  }
}
