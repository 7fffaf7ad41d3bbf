/** Calling a function that copies is slower than copying fewer bytes one by one. */
const SHORT_BYTES = 64;

/** Brings a page from its version before a change up to date. False when the differences do not fit into the page. */
export function applyDifferences(differences: Uint8Array, page: Uint8Array): boolean {
  const reader = new NumberReader(differences);
  let at = 0;
  while (reader.at < differences.length) {
    at += reader.number();
    const length = reader.number();
    const [from, end] = [reader.at, reader.at + length];
    if (at + length > page.length || end > differences.length) return false;
    if (length > SHORT_BYTES) page.set(differences.subarray(from, end), at);
    else for (let index = 0; index < length; index += 1) page[at + index] = differences[from + index] ?? 0;
    reader.at = end;
    at += length;
  }
  return true;
}

class NumberReader {
  readonly #bytes: Uint8Array;
  at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** Seven bits per byte, the lowest first. */
  number(): number {
    let [value, unit] = [0, 1];
    for (;;) {
      const byte = this.#bytes[this.at] ?? 0;
      this.at += 1;
      value += (byte % 0x80) * unit;
      if (byte < 0x80) return value;
      unit *= 0x80;
    }
  }
}
