import { type BlobStore, storageError } from '../../../blobs/index.ts';
import type { StoreName } from '../../../database/index.ts';
import type { FairLimit } from '../../../platform/fair-limit.ts';
import type { Content } from '../content.ts';
import { type CompressedFile, compress, isCompressible, NOT_COMPRESSED } from './compress.ts';
import { readWhole, type SiteFile, sitePath } from './read-archive.ts';
import { walkArchive } from './walk-archive.ts';

const BUFFERED_BYTES_MAX = 1024 * 1024;
const AT_ONCE_MAX = 6;

export interface ContentContext {
  readonly blobs: BlobStore;
  readonly ids: () => string;
  readonly compressing: FairLimit;
}

export interface Storing {
  readonly store: StoreName;
  readonly archive: string;
  readonly files: readonly SiteFile[];
  /** Stored contents by hash, recorded immediately so that the caller can delete them: nothing refers to them yet. */
  readonly added: Map<string, Content>;
}

export async function storeContents(
  context: ContentContext,
  storing: Storing,
  missing: ReadonlySet<string>,
): Promise<void> {
  const byPath = new Map(storing.files.map((file) => [file.path, file]));
  const left = new Set(missing);
  const works = new TaskPool();
  try {
    for await (const { folder, path, bytes } of walkArchive(storing.archive)) {
      if (left.size === 0) break;
      const file = folder === 'dist' ? byPath.get(sitePath(path)) : undefined;
      if (file === undefined || !left.delete(file.hash)) await skip(bytes);
      else if (isStreamed(file)) await store(context, storing, { file, bytes, compressed: NOT_COMPRESSED });
      else await works.begin(storeBuffered(context, storing, file, await readWhole({ bytes })));
    }
  } catch (error) {
    throw storageError(error);
  } finally {
    await works.end();
  }
  works.requireDone();
}

function isStreamed({ size, mimeType }: SiteFile): boolean {
  return size > BUFFERED_BYTES_MAX && !isCompressible(mimeType, size);
}

async function storeBuffered(context: ContentContext, storing: Storing, file: SiteFile, whole: Buffer): Promise<void> {
  const compressed = isCompressible(file.mimeType, file.size)
    ? await context.compressing(storing.store, () => compress(whole))
    : NOT_COMPRESSED;
  await store(context, storing, { file, bytes: oneByOne([whole, compressed.br, compressed.gzip]), compressed });
}

interface NewBlob {
  readonly file: Pick<SiteFile, 'hash' | 'size' | 'mimeType'>;
  readonly bytes: AsyncIterable<Uint8Array>;
  readonly compressed: CompressedFile;
}

async function store(context: ContentContext, storing: Storing, { file, bytes, compressed }: NewBlob): Promise<void> {
  storing.added.set(file.hash, await put(context, storing.store, { file, bytes, compressed }));
}

export async function storeContent(
  context: ContentContext,
  of: StoreName,
  { bytes, ...file }: NewBlob['file'] & { readonly bytes: AsyncIterable<Uint8Array> },
): Promise<Content> {
  if (!isCompressible(file.mimeType, file.size) || file.size > BUFFERED_BYTES_MAX) {
    return await put(context, of, { file, bytes, compressed: NOT_COMPRESSED });
  }
  const whole = await readWhole({ bytes });
  const compressed = await context.compressing(of, () => compress(whole));
  return await put(context, of, { file, bytes: oneByOne([whole, compressed.br, compressed.gzip]), compressed });
}

async function put(
  { blobs, ids }: ContentContext,
  of: StoreName,
  { file, bytes, compressed }: NewBlob,
): Promise<Content> {
  const blobId = ids();
  await blobs.put({ group: of, id: blobId }, bytes);
  return {
    hash: file.hash,
    blobId,
    size: file.size,
    brSize: compressed.br.byteLength,
    gzipSize: compressed.gzip.byteLength,
  };
}

/** Runs a few tasks at a time. A failure is reported only after all running tasks have ended. */
class TaskPool {
  readonly #running = new Set<Promise<void>>();
  #failure: { readonly error: unknown } | undefined;

  async begin(work: Promise<void>): Promise<void> {
    const noted: Promise<void> = work
      .catch((error: unknown) => {
        this.#failure ??= { error };
      })
      .finally(() => this.#running.delete(noted));
    this.#running.add(noted);
    while (this.#running.size >= AT_ONCE_MAX) await Promise.race(this.#running);
    this.requireDone();
  }

  async end(): Promise<void> {
    await Promise.all(this.#running);
  }

  requireDone(): void {
    if (this.#failure !== undefined) throw storageError(this.#failure.error);
  }
}

async function skip(bytes: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const _piece of bytes);
}

async function* oneByOne(pieces: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  for (const piece of pieces) if (piece.byteLength > 0) yield piece;
}
