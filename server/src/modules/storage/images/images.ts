import { open, rm } from 'node:fs/promises';
import type { BlobKey, BlobReading, BlobStore } from '../../../blobs/index.ts';
import type { Clock } from '../../../platform/clock.ts';
import { ServiceError } from '../../../platform/errors.ts';
import type { RenderReply } from './render-order.ts';
import { RendererPool } from './renderer-pool.ts';
import { type OutputFormat, outputFormat, type Rendition } from './rendition.ts';
import { RenditionCache } from './rendition-cache.ts';
import { SharedWork } from './shared-work.ts';

const CACHE_BYTES_MAX = 512 * 1024 * 1024;

export interface ImageSource {
  readonly key: BlobKey;
  /** What its bytes were found to be when it was stored. */
  readonly mimeType: string;
}

export interface RenditionReading extends BlobReading {
  readonly mimeType: string;
}

/** Makes renditions of stored images and keeps the latest on disk. */
export interface Images {
  /**
   * Undefined when the blob is gone. Throws `unsupported_media_type` for what is no image, broken or too large to be
   * opened, `overloaded` when too many wait, `BlobError` when the store fails, the signal's reason when nobody waits any
   * more.
   */
  render(source: ImageSource, rendition: Rendition, signal?: AbortSignal): Promise<RenditionReading | undefined>;
  /** Called after the blobs are deleted: their renditions go too. */
  forget(keys: readonly BlobKey[]): Promise<void>;
  forgetGroup(group: string): Promise<void>;
  close(): Promise<void>;
}

export interface ImageContext {
  readonly blobs: BlobStore;
  /** Of the cache; made when it is needed. */
  readonly directory: string;
  readonly clock: Clock;
  readonly cacheBytesMax?: number;
}

/** Starts nothing and touches no disk before the first rendition. */
export function createImages({ blobs, directory, clock, cacheBytesMax = CACHE_BYTES_MAX }: ImageContext): Images {
  const cache = new RenditionCache(directory, { bytesMax: cacheBytesMax, clock });
  const pool = new RendererPool();
  /** Who wants the same rendition at the same time waits for one work. */
  const works = new SharedWork<RenderReply['kind'] | Uint8Array>();

  const make = async (wanted: Wanted, signal: AbortSignal): Promise<RenderReply['kind'] | Uint8Array> => {
    const target = await cache.newFile();
    try {
      const reply = await withFile(blobs, wanted.key, `${target}-source`, async (source) =>
        source === undefined
          ? ({ kind: 'gone' } as const)
          : pool.render(wanted.key.group, { ...wanted, source, target }, signal),
      );
      if (reply.kind === 'unwritten') return reply.bytes;
      if (reply.kind === 'written') await cache.adopt(target, wanted.key, wanted.variant);
      // Deleted meanwhile: what was asked to be forgotten before must not come in afterwards.
      if (reply.kind === 'written' && !(await isThere(blobs, wanted.key))) {
        await cache.forget([wanted.key]);
        return 'gone';
      }
      return reply.kind;
    } finally {
      await rm(target, { force: true });
    }
  };

  return {
    async render({ key, mimeType }, rendition, signal = NEVER) {
      const format = outputFormat(mimeType, rendition);
      if (format === undefined) throw unfit();
      const wanted = { key, rendition, format, variant: variantOf(rendition, format) };
      const output = { mimeType: `image/${format}` };
      for (let tries = 1; tries <= 2; tries += 1) {
        const cached = await cache.read(key, wanted.variant);
        if (cached !== undefined) return { ...cached, ...output };
        const name = `${key.group}/${key.id}/${wanted.variant}`;
        const outcome = await works.run(name, (everybodyLeft) => make(wanted, everybodyLeft), signal);
        if (outcome === 'gone') return undefined;
        if (outcome === 'unfit') throw unfit();
        if (typeof outcome !== 'string') return { ...readingOf(outcome), ...output };
      }
      // Made twice and thrown out at once both times: the cache is far too small for what is asked of it.
      throw new ServiceError('overloaded', 'Too many images at once. Try again shortly.', { retryAfterSeconds: 2 });
    },
    forget: (keys) => cache.forget(keys),
    forgetGroup: (group) => cache.forgetGroup(group),
    close: () => pool.close(),
  };
}

const NEVER = new AbortController().signal;

interface Wanted {
  readonly key: BlobKey;
  readonly rendition: Rendition;
  readonly format: OutputFormat;
  readonly variant: string;
}

/** Says everything that tells two renditions of an image apart. */
function variantOf({ width, height, fit = 'cover' }: Rendition, format: OutputFormat): string {
  return `${width ?? ''}x${height ?? ''}-${fit}.${format}`;
}

function unfit(): ServiceError {
  return new ServiceError(
    'unsupported_media_type',
    'This file cannot be shown as an image: it is none, it is broken, or it is too large. JPEG, PNG, WebP, GIF, AVIF and TIFF up to 40 megapixels can.',
  );
}

/** Programs read images from files: the store's own one, or a copy for as long as the work takes. */
async function withFile<T>(
  blobs: BlobStore,
  key: BlobKey,
  copy: string,
  work: (path: string | undefined) => Promise<T>,
): Promise<T> {
  const path = blobs.localPath?.(key);
  if (path !== undefined) return work(path);
  const reading = await blobs.read(key);
  if (reading === undefined) return work(undefined);
  try {
    const file = await open(copy, 'wx', 0o600);
    try {
      await file.writeFile(reading.bytes);
    } finally {
      await file.close();
    }
    return await work(copy);
  } finally {
    await reading.close();
    await rm(copy, { force: true });
  }
}

async function isThere(blobs: BlobStore, key: BlobKey): Promise<boolean> {
  const reading = await blobs.read(key, { start: 0, end: 0 });
  await reading?.close();
  return reading !== undefined;
}

function readingOf(bytes: Uint8Array): BlobReading {
  return { size: bytes.length, bytes: once(bytes), close: async () => undefined };
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
