import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createChunkedReader, createLengthReader } from './read-body.ts';

/** Feeds the text in pieces; gives what was read and whether the body has ended. */
function readChunked(pieces: readonly string[], bytesMax = 1000): { body: string; hasEnded: boolean } {
  let body = '';
  const reader = createChunkedReader(bytesMax, (bytes) => {
    body += bytes.toString('latin1');
  });
  let hasEnded = false;
  for (const piece of pieces) hasEnded = reader.read(Buffer.from(piece, 'latin1'));
  return { body, hasEnded };
}

describe('a body in chunks', () => {
  it('is the same wherever it is cut', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ minLength: 1, unit: 'binary-ascii' })),
        fc.array(fc.nat(400)),
        (chunks, cuts) => {
          const wire = [...chunks, ''].map((chunk) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`).join('');
          const places = [0, ...cuts.filter((cut) => cut > 0 && cut < wire.length).sort((a, b) => a - b), wire.length];
          const pieces = places.slice(1).map((end, at) => wire.slice(places[at], end));
          const { body, hasEnded } = readChunked(pieces);
          return hasEnded && body === chunks.join('');
        },
      ),
    );
  });

  it.each([
    ['with a size that is none', 'x\r\n'],
    ['with an extension', '1;a=b\r\na\r\n'],
    ['whose size never ends', '0'.repeat(20)],
    ['that is longer than may be', '3e9\r\n'],
    ['behind which something comes', '0\r\n\r\nHTTP/1.1'],
  ])('%s is refused', (_name, wire) => {
    expect(() => readChunked([wire])).toThrow();
  });
});

describe('a body with a length', () => {
  it('ends there, and nothing may come behind it', () => {
    const reader = createLengthReader(3, () => undefined);
    expect(reader.read(Buffer.from('ab'))).toBe(false);
    expect(reader.read(Buffer.from('c'))).toBe(true);
    expect(() => reader.read(Buffer.from('d'))).toThrow();
  });
});
