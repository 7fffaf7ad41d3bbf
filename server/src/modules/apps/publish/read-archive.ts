import { createHash } from 'node:crypto';
import { ServiceError, validationFailed } from '../../../platform/errors.ts';
import { type ArchiveFile, walkArchive } from './walk-archive.ts';

const SOURCES_BYTES_MAX = 32 * 1024 * 1024;
const DIST = 'dist/';

export interface SiteFile {
  /** Path below `dist/`. */
  readonly path: string;
  readonly hash: string;
  readonly size: number;
  readonly mimeType: string;
}

export interface ArchiveContent {
  readonly files: readonly SiteFile[];
  /** Texts of the files below `functions/` and `webhook/`, by path. */
  readonly sources: ReadonlyMap<string, string>;
}

export async function readArchive(archive: string): Promise<ArchiveContent> {
  const files: SiteFile[] = [];
  const sources = new Map<string, string>();
  let sourceBytes = 0;
  for await (const file of walkArchive(archive)) {
    if (file.folder === 'dist') files.push(await readSiteFile(file));
    else {
      sourceBytes += file.size;
      if (sourceBytes > SOURCES_BYTES_MAX) throw sourcesTooLarge();
      sources.set(file.path, (await readWhole(file)).toString('utf8'));
    }
  }
  if (files.length + sources.size === 0) throw validationFailed({ archive: 'holds no files' });
  return { files, sources };
}

export function sitePath(path: string): string {
  return path.slice(DIST.length);
}

export async function readWhole({ bytes }: Pick<ArchiveFile, 'bytes'>): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of bytes) pieces.push(piece);
  return Buffer.concat(pieces);
}

async function readSiteFile({ path, bytes, size }: ArchiveFile): Promise<SiteFile> {
  // The list of all types takes each start 10 ms, and few processes publish apps.
  const { mimeTypeOf } = await import('./mime-type-of.ts');
  const hash = createHash('sha256');
  for await (const piece of bytes) hash.update(piece);
  return { path: sitePath(path), hash: hash.digest('hex'), size, mimeType: mimeTypeOf(path) };
}

function sourcesTooLarge(): ServiceError {
  return new ServiceError(
    'payload_too_large',
    `The files below functions/ and webhook/ have more than ${SOURCES_BYTES_MAX} bytes. Bundle packages before deploying.`,
  );
}
