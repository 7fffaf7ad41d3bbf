/** Reads numbers as packs have them: seven bits per byte, the lowest first. */
export class NumberReader {
  readonly #bytes: Uint8Array;
  at: number;

  constructor(bytes: Uint8Array, at = 0) {
    this.#bytes = bytes;
    this.at = at;
  }

  /** Undefined when the bytes end before the number does, or it is too large. */
  number(): number | undefined {
    let value = 0;
    for (let unit = 1; unit < Number.MAX_SAFE_INTEGER; unit *= 0x80) {
      const byte = this.#bytes[this.at];
      if (byte === undefined) return undefined;
      this.at += 1;
      value += (byte % 0x80) * unit;
      if (byte < 0x80) return value;
    }
    return undefined;
  }
}
