import type { BlobKey, BlobReading, BlobStore } from '../../../blobs/index.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Confinement } from '../../../platform/confinement/index.ts';
import { ServiceError } from '../../../platform/errors.ts';
import { RendererPool } from './renderer-pool.ts';
import { type OutputFormat, outputFormat, type Rendition } from './rendition.ts';
import { RenditionCache } from './rendition-cache.ts';
import { SharedWork } from './shared-work.ts';

const CACHE_BYTES_MAX = 512 * 1024 * 1024;

export interface ImageSource {
  readonly key: BlobKey;
  readonly mimeType: string;
}

export interface RenditionReading extends BlobReading {
  readonly mimeType: string;
}

export interface Images {
  /**
   * Undefined when the blob was deleted. Throws `unsupported_media_type` unless the file is an image that opens,
   * `overloaded` when too many requests wait, `BlobError` when the store fails, and the signal's reason.
   */
  render(source: ImageSource, rendition: Rendition, signal?: AbortSignal): Promise<RenditionReading | undefined>;
  /** Call this after deleting the blobs, to delete their renditions too. */
  forget(keys: readonly BlobKey[]): Promise<void>;
  forgetGroup(group: string): Promise<void>;
  close(): Promise<void>;
}

export interface ImageContext {
  readonly blobs: BlobStore;
  readonly directory: string;
  readonly clock: Clock;
  readonly confinement: Confinement;
  readonly cacheBytesMax?: number;
}

/** Starts no process and touches no disk before the first rendition. */
export function createImages(context: ImageContext): Images {
  const { blobs, directory, clock, cacheBytesMax = CACHE_BYTES_MAX } = context;
  const cache = new RenditionCache(directory, { bytesMax: cacheBytesMax, clock });
  const pool = new RendererPool(context.confinement);
  const works = new SharedWork<RenditionOutcome>();

  const make = async (wanted: WantedRendition, signal: AbortSignal): Promise<RenditionOutcome> => {
    const { key, variant, ...order } = wanted;
    const reply = await pool.render(
      key.group,
      { order, fetch: (path, bytesMax) => blobs.copyTo(key, path, bytesMax) },
      signal,
    );
    if (reply.kind !== 'rendered') return reply.kind;
    // The cache could not store it, for example because the disk is full.
    if (!(await cache.keep(key, variant, reply.bytes))) return reply.bytes;
    // If the blob was deleted in the meantime, its rendition must not stay in the cache after `forget`.
    if (await isThere(blobs, key)) return 'kept';
    await cache.forget([key]);
    return 'gone';
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
      // The rendition was made and evicted twice: the cache is far too small for the load.
      throw new ServiceError('overloaded', 'Too many images at once. Try again shortly.', { retryAfterSeconds: 2 });
    },
    forget: (keys) => cache.forget(keys),
    forgetGroup: (group) => cache.forgetGroup(group),
    close: () => pool.close(),
  };
}

/** The outcome of making a rendition; the bytes themselves when they could not be kept. */
type RenditionOutcome = 'kept' | 'unfit' | 'gone' | Uint8Array;

const NEVER = new AbortController().signal;

interface WantedRendition {
  readonly key: BlobKey;
  readonly rendition: Rendition;
  readonly format: OutputFormat;
  readonly variant: string;
}

function variantOf({ width, height, fit = 'cover' }: Rendition, format: OutputFormat): string {
  return `${width ?? ''}x${height ?? ''}-${fit}.${format}`;
}

function unfit(): ServiceError {
  return new ServiceError(
    'unsupported_media_type',
    'This file cannot be shown as an image: it is not one, it is broken, or it is too large. JPEG, PNG, WebP, GIF, AVIF and TIFF of up to 40 megapixels are supported.',
  );
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
