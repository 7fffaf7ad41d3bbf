/** The values of CBOR that authenticators use. */
export type CborValue = number | string | Uint8Array | readonly CborValue[] | ReadonlyMap<CborValue, CborValue>;

export function bytesOfCbor(value: CborValue): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value]);
  if (value instanceof Map) {
    const parts = Array.from(value as ReadonlyMap<CborValue, CborValue>, ([key, of]) => [
      bytesOfCbor(key),
      bytesOfCbor(of),
    ]);
    return Buffer.concat([head(5, value.size), ...parts.flat()]);
  }
  const items = value as readonly CborValue[];
  return Buffer.concat([head(4, items.length), ...items.map(bytesOfCbor)]);
}

function head(major: number, count: number): Buffer {
  const type = major << 5;
  if (count < 24) return Buffer.from([type | count]);
  if (count < 0x100) return Buffer.from([type | 24, count]);
  if (count < 0x10000) return Buffer.from([type | 25, count >> 8, count & 0xff]);
  const bytes = Buffer.alloc(5);
  bytes.writeUInt8(type | 26);
  bytes.writeUInt32BE(count, 1);
  return bytes;
}
