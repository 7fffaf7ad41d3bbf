import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createMessageReader } from '../process/web-socket.ts';
import { type Frame, framesOf, messagesOf, partsOf } from './frames.ts';

const texts = fc.array(fc.string({ unit: 'binary' }), { maxLength: 3 });
const frame = fc.record({ kind: fc.constantFrom('call', 'json', 'ask'), id: fc.nat(), number: fc.nat(), texts });

describe('frames', () => {
  it('survive encoding and decoding', () => {
    fc.assert(
      fc.property(fc.array(frame), fc.uint8Array(), (frames, bytes) => {
        const all: Frame[] = [...(frames as Frame[]), { kind: 'response', id: 1, number: 2, texts: ['ü'], bytes }];
        const arrived = [...messagesOf(all)].flatMap((message) => framesOf(message));
        expect(arrived.filter((one) => one.bytes === undefined)).toEqual(frames);
        expect(arrived.find((one) => one.bytes !== undefined)).toEqual(all.at(-1));
      }),
    );
  });

  it('are split over several messages when they are long', () => {
    const long = (id: number): Frame => ({ kind: 'json', id, number: 0, texts: ['x'.repeat(700_000)] });
    expect([...messagesOf([long(1), long(2), long(3)])]).toHaveLength(3);
  });

  it('split texts into well-formed parts that join to the whole', () => {
    const text = `a${'🦊'.repeat(1_200_000)}`;
    const parts = partsOf(text);
    expect(parts.length).toBeGreaterThan(2);
    expect(parts.every((part) => part.isWellFormed())).toBe(true);
    expect(parts.join('')).toBe(text);
  });

  it.each([
    '',
    'hello',
    '{}\n',
    '[1]\n',
    '[["json"]]\n',
    '[[1,2,3]]\n',
    '[["json",1,-2]]\n',
    '[["json",1,1.5]]\n',
    '[["json",1,0,5]]\nabcd',
    '[["json",1,0,3]]\nabcd',
  ])('cannot be decoded from %j', (message) => {
    expect(() => framesOf(message)).toThrow();
  });

  it.each([[[]], [[0, 0, 0, 9, 1]], [[0, 0, 0, 0]]])('cannot be decoded from the bytes %j', (bytes) => {
    expect(() => framesOf(Uint8Array.from(bytes))).toThrow();
  });
});

/** Encodes a message as a server sends it. */
function wireOf(message: string | Buffer): Buffer {
  const body = Buffer.from(message);
  const first = typeof message === 'string' ? 0x81 : 0x82;
  if (body.length < 126) return Buffer.concat([Buffer.from([first, body.length]), body]);
  if (body.length < 65_536)
    return Buffer.concat([Buffer.from([first, 126, body.length >> 8, body.length & 255]), body]);
  const head = Buffer.alloc(10);
  head[0] = first;
  head[1] = 127;
  head.writeBigUInt64BE(BigInt(body.length), 2);
  return Buffer.concat([head, body]);
}

describe('the messages of a WebSocket', () => {
  it('are read correctly wherever the bytes are split', () => {
    const messages = fc.array(
      fc.oneof(
        fc.string({ unit: 'binary' }),
        fc.uint8Array().map((bytes) => Buffer.from(bytes)),
      ),
      {
        maxLength: 8,
      },
    );
    fc.assert(
      fc.property(messages, fc.constantFrom(0, 300, 70_000), fc.integer({ min: 1, max: 50 }), (some, size, step) => {
        const all = [...some, 'x'.repeat(size)];
        const wire = Buffer.concat(all.map(wireOf));
        const found: unknown[] = [];
        const read = createMessageReader(100_000, (message) => found.push(message));
        for (let from = 0; from < wire.length; from += step * (1 + size))
          read(wire.subarray(from, from + step * (1 + size)));
        expect(found).toEqual(all);
      }),
    );
  });

  it.each([
    ['that are masked', [0x81, 0x81, 0, 0, 0, 0, 65]],
    ['in fragments', [0x01, 1, 65]],
    ['with an extension', [0xc1, 1, 65]],
    ['that close the connection', [0x88, 0]],
    ['that are too long', [0x82, 127, 0, 0, 0, 0, 0, 1, 0x86, 0xa1]],
    ['that are HTTP', [...Buffer.from('HTTP/1.1 500 ')]],
  ])('%s are refused', (_name, bytes) => {
    const read = createMessageReader(100_000, () => undefined);
    expect(() => read(Buffer.from(bytes))).toThrow();
  });
});
