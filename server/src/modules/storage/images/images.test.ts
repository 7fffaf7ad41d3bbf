import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { openConfinement } from '../../../../test/open-confinement.ts';
import { type BlobKey, type BlobStore, createBlobStore } from '../../../blobs/index.ts';
import { createIds } from '../../../platform/ids.ts';
import { createImages, type Images, type Rendition, type RenditionReading } from './index.ts';

const confinement = openConfinement();
afterAll(() => confinement[Symbol.asyncDispose]());
const newId = createIds({ now: () => Date.now() });
const KIBIBYTE = 1024;

test.each([
  ['a box to cover', { width: 40, height: 40 }, [40, 40]],
  ['a box it fits into', { width: 40, height: 40, fit: 'contain' }, [40, 20]],
  ['one side only', { width: 50 }, [50, 25]],
  ['the other side only', { height: 10 }, [20, 10]],
  ['a larger width', { width: 4096 }, [100, 50]],
  ['a larger box', { width: 4096, height: 4096 }, [50, 50]],
  ['no size', { format: 'png' }, [100, 50]],
] as const)('the size of a 100 x 50 image requested as %s', async (_, rendition, size) => {
  await using opened = await openImages();
  const source = await opened.put(await picture(100, 50).jpeg().toBuffer(), 'image/jpeg');
  const shown = await inspect(await opened.images.render(source, rendition));
  expect([shown.width, shown.height]).toEqual(size);
});

test.each(['webp', 'avif', 'jpeg', 'png'] as const)('a request for %s gives that format', async (format) => {
  await using opened = await openImages();
  const source = await opened.put(await picture(30, 20).png().toBuffer(), 'image/png');
  const reading = await opened.images.render(source, { width: 10, format });
  expect(reading?.mimeType).toBe(`image/${format}`);
  expect((await inspect(reading)).format).toBe(format === 'avif' ? 'heif' : format);
});

test('without a format an image keeps its own', async () => {
  await using opened = await openImages();
  for (const [format, mimeType] of [
    ['jpeg', 'image/jpeg'],
    ['png', 'image/png'],
    ['webp', 'image/webp'],
    ['gif', 'image/gif'],
    ['avif', 'image/avif'],
  ] as const) {
    const source = await opened.put(await picture(30, 20).toFormat(format).toBuffer(), mimeType);
    expect((await opened.images.render(source, { width: 10 }))?.mimeType).toBe(mimeType);
  }
});

test('the orientation of a photo is applied, and location and camera data are removed', async () => {
  await using opened = await openImages();
  const exif = { IFD0: { Copyright: 'Somebody' }, IFD3: { GPSLatitudeRef: 'N' } };
  const photo = await picture(100, 50).withExif(exif).withMetadata({ orientation: 6 }).jpeg().toBuffer();
  const source = await opened.put(photo, 'image/jpeg');
  const shown = await inspect(await opened.images.render(source, { width: 25 }));
  expect(shown).toMatchObject({ width: 25, height: 50 });
  expect(shown.exif).toBeUndefined();
  expect(shown.orientation).toBeUndefined();
});

test('an animation stays animated in GIF and WebP, and becomes its first frame in other formats', async () => {
  await using opened = await openImages();
  const frames = Buffer.concat([10, 100, 200].map((grey) => Buffer.alloc(20 * 20 * 3, grey)));
  const gif = await sharp(frames, { raw: { width: 20, height: 60, channels: 3, pageHeight: 20 } })
    .gif({ delay: 100 })
    .toBuffer();
  const source = await opened.put(gif, 'image/gif');
  const pages = async (rendition: Rendition) => (await inspect(await opened.images.render(source, rendition))).pages;
  expect(await pages({ width: 10 })).toBe(3);
  expect(await pages({ width: 10, format: 'webp' })).toBe(3);
  expect(await pages({ width: 10, format: 'png' })).toBeUndefined();
});

test.each([
  ['text', 'image/png', Buffer.from('no picture at all')],
  ['nothing', 'image/jpeg', Buffer.alloc(0)],
  [
    'SVG under another name',
    'image/png',
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
  ],
  ['SVG', 'image/svg+xml', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
  ['a text', 'text/plain', Buffer.from('text')],
])('%s as %s is refused: it is not an image', async (_, mimeType, bytes) => {
  await using opened = await openImages();
  const source = await opened.put(bytes, mimeType);
  await expect(opened.images.render(source, { width: 10 })).rejects.toMatchObject({ code: 'unsupported_media_type' });
});

test('a truncated image and one with too many pixels are refused, and the next image is served', async () => {
  await using opened = await openImages();
  const whole = await picture(300, 300).png().toBuffer();
  const cut = await opened.put(whole.subarray(0, whole.length / 2), 'image/png');
  const bomb = await opened.put(bombOf(30_000, 30_000), 'image/png');
  for (const source of [cut, bomb]) {
    await expect(opened.images.render(source, { width: 10 })).rejects.toMatchObject({ code: 'unsupported_media_type' });
  }
  const source = await opened.put(whole, 'image/png');
  expect(await inspect(await opened.images.render(source, { width: 10 }))).toMatchObject({ width: 10 });
});

test('an image whose blob is gone is undefined, and its renditions are deleted', async () => {
  await using opened = await openImages();
  const source = await opened.put(await picture(30, 20).png().toBuffer(), 'image/png');
  await inspect(await opened.images.render(source, { width: 10 }));
  expect(await opened.cached()).toHaveLength(1);
  await opened.blobs.delete([source.key]);
  await opened.images.forget([source.key]);
  expect(await opened.cached()).toEqual([]);
  expect(await opened.images.render(source, { width: 10 })).toBeUndefined();
  expect(await opened.cached()).toEqual([]);
});

test('forgetting a group removes all of its renditions and no others', async () => {
  await using opened = await openImages();
  const bytes = await picture(30, 20).png().toBuffer();
  const [gone, kept] = [await opened.put(bytes, 'image/png', 'p_a'), await opened.put(bytes, 'image/png', 'p_b')];
  for (const source of [gone, kept]) await inspect(await opened.images.render(source, { width: 10 }));
  await opened.images.forgetGroup('p_a');
  expect(await opened.cached()).toEqual([`${kept.key.id}~10x-cover.png`]);
});

test('a rendition is made once, for concurrent and later requests and after a restart', async () => {
  await using opened = await openImages();
  const source = await opened.put(await picture(300, 200).png().toBuffer(), 'image/png');
  const render = async (images: Images) => inspect(await images.render(source, { width: 10 }));
  await Promise.all([render(opened.images), render(opened.images), render(opened.images)]);
  const [file = ''] = await opened.cached();
  // Other bytes under the same name show that the answer comes from the cached file.
  const other = await picture(7, 7).png().toBuffer();
  await opened.replaceCached(file, other);
  expect(await render(opened.images)).toMatchObject({ width: 7 });
  await using again = await opened.reopen();
  expect(await render(again.images)).toMatchObject({ width: 7 });
});

test('a full cache evicts the least recently used renditions, including those of an earlier process', async () => {
  await using opened = await openImages({ cacheBytesMax: 12 * KIBIBYTE });
  const source = await opened.put(await picture(60, 60).png().toBuffer(), 'image/png');
  const render = async (images: Images, width: number) => inspect(await images.render(source, { width }));
  for (const width of [1, 2, 3]) await render(opened.images, width);
  await render(opened.images, 1);
  await render(opened.images, 4);
  expect(await opened.cachedWidths()).toEqual([1, 3, 4]);
  const agesMs = new Map([
    [1, 3000],
    [3, 9000],
    [4, 6000],
  ]);
  for (const [width, ms] of agesMs) await opened.makeOld(`${source.key.id}~${width}x-cover.png`, ms);
  await using again = await opened.reopen();
  await render(again.images, 5);
  expect(await opened.cachedWidths()).toEqual([1, 4, 5]);
});

test('excess concurrent requests are refused at once with a retry time, and the rest are served', async () => {
  await using opened = await openImages();
  const source = await opened.put(await picture(60, 60).png().toBuffer(), 'image/png');
  const all = Array.from({ length: 80 }, (_, at) => opened.images.render(source, { width: at + 1 }).then(inspect));
  const settled = await Promise.allSettled(all);
  const refused = settled.filter(({ status }) => status === 'rejected');
  expect(refused.length).toBeGreaterThan(0);
  expect(settled.length - refused.length).toBeGreaterThanOrEqual(48);
  expect(refused[0]).toMatchObject({ reason: { code: 'overloaded', retryAfterSeconds: 2 } });
});

test('a client that disconnects is dropped at once, and the others are served', async () => {
  await using opened = await openImages();
  const source = await opened.put(await picture(900, 900).png().toBuffer(), 'image/png');
  const abort = new AbortController();
  const leaving = opened.images.render(source, { width: 11 }, abort.signal);
  const staying = opened.images.render(source, { width: 11 });
  abort.abort(new Error('the client went away'));
  await expect(leaving).rejects.toThrow('the client went away');
  expect(await inspect(await staying)).toMatchObject({ width: 11 });
  await expect(opened.images.render(source, { width: 12 }, abort.signal)).rejects.toThrow('the client went away');
});

function picture(width: number, height: number): Sharp {
  return sharp({
    create: { width, height, channels: 3, background: 'navy', noise: { type: 'gaussian', mean: 128, sigma: 40 } },
  });
}

/** A PNG header that promises a picture of that size; the rest is missing. */
function bombOf(width: number, height: number): Buffer {
  const header = Buffer.from('89504e470d0a1a0a0000000d4948445200000000000000000802000000', 'hex');
  header.writeUInt32BE(width, 16);
  header.writeUInt32BE(height, 20);
  return Buffer.concat([header, Buffer.alloc(4)]);
}

async function inspect(reading: RenditionReading | undefined) {
  const pieces: Uint8Array[] = [];
  for await (const piece of reading?.bytes ?? []) pieces.push(piece);
  const bytes = Buffer.concat(pieces);
  expect(bytes).toHaveLength(reading?.size ?? -1);
  return sharp(bytes, { animated: true }).metadata();
}

interface OpenedImages extends AsyncDisposable {
  readonly images: Images;
  readonly blobs: BlobStore;
  readonly directory: string;
  put(bytes: Uint8Array, mimeType: string, group?: string): Promise<{ key: BlobKey; mimeType: string }>;
  /** The names of the cached files. */
  cached(): Promise<string[]>;
  cachedWidths(): Promise<number[]>;
  replaceCached(name: string, bytes: Uint8Array): Promise<void>;
  makeOld(name: string, ms: number): Promise<void>;
  /** Images of a restarted process. */
  reopen(): Promise<OpenedImages>;
}

async function openImages(
  options: { readonly cacheBytesMax?: number; readonly dataDir?: string } = {},
): Promise<OpenedImages> {
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'images-')));
  const directory = join(dataDir, 'cache');
  const blobs = createBlobStore({ config: { kind: 'disk' }, dataDir });
  const { cacheBytesMax } = options;
  const images = createImages({
    blobs,
    directory,
    confinement,
    clock: { now: () => Date.now() },
    ...(cacheBytesMax !== undefined && { cacheBytesMax }),
  });
  const entries = async () => {
    await mkdir(directory, { recursive: true });
    const all = await readdir(directory, { recursive: true, withFileTypes: true });
    return all.filter((entry) => entry.isFile());
  };
  const pathOf = async (name: string): Promise<string> => {
    const entry = (await entries()).find((found) => found.name === name);
    return join(entry?.parentPath ?? '', name);
  };
  const cached = async () => (await entries()).map(({ name }) => name).sort();
  return {
    images,
    blobs,
    directory,
    async put(bytes, mimeType, group = 'p_images') {
      const key = { group, id: newId() };
      await blobs.put(key, one(bytes));
      return { key, mimeType };
    },
    cached,
    cachedWidths: async () => (await cached()).map((name) => Number(/~(\d+)x/.exec(name)?.[1])).sort(),
    async replaceCached(name, bytes) {
      const path = await pathOf(name);
      expect(await readFile(path)).not.toHaveLength(0);
      await rm(path);
      await writeFile(path, bytes);
    },
    async makeOld(name, ms) {
      const at = (Date.now() - ms) / 1000;
      await utimes(await pathOf(name), at, at);
    },
    reopen: () => openImages({ ...options, dataDir }),
    async [Symbol.asyncDispose]() {
      await images.close();
      await blobs.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function* one(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
