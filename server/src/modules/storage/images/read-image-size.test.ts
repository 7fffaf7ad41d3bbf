import fc from 'fast-check';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { readImageSize } from './index.ts';

test.each([
  ['image/jpeg', 'jpeg', {}],
  ['image/jpeg', 'jpeg', { progressive: true }],
  ['image/png', 'png', {}],
  ['image/gif', 'gif', {}],
  ['image/webp', 'webp', {}],
  ['image/webp', 'webp', { lossless: true }],
  ['image/avif', 'avif', {}],
] as const)('the size of %s as %s %j is read from its headers', async (mimeType, format, options) => {
  for (const [width, height] of [
    [1, 1],
    [300, 17],
    [17, 300],
  ] as const) {
    const bytes = await picture(width, height).toFormat(format, options).toBuffer();
    expect(await sizeOf(mimeType, bytes)).toEqual({ width, height });
  }
});

test('a WebP with transparency, a profile or frames has the size of its canvas', async () => {
  const bytes = await picture(70, 30).ensureAlpha(0.5).withIccProfile('p3').webp().toBuffer();
  expect(bytes.toString('latin1', 12, 16)).toBe('VP8X');
  expect(await sizeOf('image/webp', bytes)).toEqual({ width: 70, height: 30 });
});

test.each([
  [1, 60, 40],
  [3, 60, 40],
  [6, 40, 60],
  [8, 40, 60],
])('a photo with orientation %i has the size at which it is displayed', async (orientation, width, height) => {
  const bytes = await picture(60, 40).withMetadata({ orientation }).jpeg().toBuffer();
  expect(await sizeOf('image/jpeg', bytes)).toEqual({ width, height });
});

test('a JPEG whose frame follows megabytes of other segments is read in few steps', async () => {
  const plain = await picture(60, 40).jpeg().toBuffer();
  const segment = Buffer.alloc(65_535 + 2);
  segment.set([0xff, 0xed, 0xff, 0xff]);
  const bytes = Buffer.concat([plain.subarray(0, 2), ...Array.from({ length: 40 }, () => segment), plain.subarray(2)]);
  let reads = 0;
  const size = await readImageSize('image/jpeg', async ({ start, end }) => {
    reads += 1;
    return bytes.subarray(start, end + 1);
  });
  expect(size).toEqual({ width: 60, height: 40 });
  expect(reads).toBeLessThan(50);
});

test.each([
  ['image/png', 'no picture'],
  ['image/jpeg', ''],
  ['image/jpeg', '\u00ff\u00d8\u00ff'],
  ['image/svg+xml', '<svg width="1" height="1"/>'],
  ['text/plain', 'text'],
])('invalid bytes as %s have no size', async (mimeType, text) => {
  expect(await sizeOf(mimeType, Buffer.from(text, 'latin1'))).toBeUndefined();
});

test('for any bytes it returns without an error and gives no size below one', async () => {
  const heads: Readonly<Record<string, string>> = {
    'image/jpeg': 'ffd8ffe1',
    'image/png': '89504e470d0a1a0a0000000d49484452',
    'image/gif': '474946383961',
    'image/webp': '5249464600000000574542505650385800000000',
    'image/avif': '0000001c66747970617669660000000061766966',
  };
  const bytes = fc.uint8Array({ maxLength: 400 });
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...Object.entries(heads)), bytes, async ([mimeType, head], rest) => {
      const size = await sizeOf(mimeType, Buffer.concat([Buffer.from(head, 'hex'), rest]));
      expect(size === undefined || (size.width > 0 && size.height > 0)).toBe(true);
    }),
    { numRuns: 2000 },
  );
});

function picture(width: number, height: number) {
  return sharp({ create: { width, height, channels: 3, background: 'teal' } });
}

function sizeOf(mimeType: string, bytes: Uint8Array) {
  return readImageSize(mimeType, async ({ start, end }) => bytes.subarray(start, end + 1));
}
