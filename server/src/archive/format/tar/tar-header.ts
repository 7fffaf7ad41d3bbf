export const BLOCK_BYTES = 512;
/** The largest size that eleven octal digits can express. */
export const ENTRY_BYTES_MAX = 8 ** 11 - 1;

const NAME_BYTES = 100;
const SIZE_AT = 124;
const SIZE_DIGITS = 11;
const CHECKSUM_AT = 148;
const CHECKSUM_DIGITS = 6;
const NAME = /^[a-z0-9_][a-z0-9_.-]*(?:\/[a-z0-9_][a-z0-9_.-]*){0,2}$/;

export type TarHeader =
  | { readonly kind: 'entry'; readonly name: string; readonly size: number }
  | { readonly kind: 'end' }
  | { readonly kind: 'damaged'; readonly reason: 'checksum' | 'name' };

/** The only accepted header: plain ustar, mode 0600, no owner or time, so that equal entries have equal bytes. */
export function encodeTarHeader(name: string, size: number): Uint8Array {
  if (!isEntryName(name)) throw new Error(`no entry of an archive can be called ${JSON.stringify(name)}`);
  if (!Number.isSafeInteger(size) || size < 0 || size > ENTRY_BYTES_MAX) throw new RangeError(`${name} is too large`);
  const block = Buffer.alloc(BLOCK_BYTES);
  block.write(name, 0, 'latin1');
  block.write('0000600\0', 100, 'latin1');
  block.write('0000000\0', 108, 'latin1');
  block.write('0000000\0', 116, 'latin1');
  block.write(`${size.toString(8).padStart(SIZE_DIGITS, '0')}\0`, SIZE_AT, 'latin1');
  block.write('00000000000\0', 136, 'latin1');
  block.write('0', 156, 'latin1');
  block.write('ustar\x0000', 257, 'latin1');
  block.write('0000000\0', 329, 'latin1');
  block.write('0000000\0', 337, 'latin1');
  block.write(`${checksumOf(block).toString(8).padStart(CHECKSUM_DIGITS, '0')}\0 `, CHECKSUM_AT, 'latin1');
  return block;
}

/** Accepts a header only when it equals, byte for byte, what `encodeTarHeader` would write. */
export function decodeTarHeader(block: Buffer): TarHeader {
  if (block.every((byte) => byte === 0)) return { kind: 'end' };
  const checksum = `${checksumOf(block).toString(8).padStart(CHECKSUM_DIGITS, '0')}\0 `;
  if (block.toString('latin1', CHECKSUM_AT, CHECKSUM_AT + 8) !== checksum)
    return { kind: 'damaged', reason: 'checksum' };
  const end = block.indexOf(0);
  const name = block.toString('latin1', 0, end === -1 ? NAME_BYTES : Math.min(end, NAME_BYTES));
  if (!isEntryName(name)) return { kind: 'damaged', reason: 'name' };
  const digits = block.toString('latin1', SIZE_AT, SIZE_AT + SIZE_DIGITS);
  if (!/^[0-7]{11}$/.test(digits)) return { kind: 'damaged', reason: 'checksum' };
  const size = Number.parseInt(digits, 8);
  if (!block.equals(encodeTarHeader(name, size))) return { kind: 'damaged', reason: 'checksum' };
  return { kind: 'entry', name, size };
}

/** Entry names use a small character set, so that they cannot leave the target folder on any system. */
function isEntryName(name: string): boolean {
  return name.length <= NAME_BYTES && NAME.test(name);
}

/** The sum of all bytes, with the checksum field itself counted as spaces. */
function checksumOf(block: Buffer): number {
  let sum = 8 * 0x20;
  for (let at = 0; at < BLOCK_BYTES; at += 1) {
    if (at < CHECKSUM_AT || at >= CHECKSUM_AT + 8) sum += block[at] ?? 0;
  }
  return sum;
}
