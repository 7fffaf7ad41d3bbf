import { createReadStream } from 'node:fs';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { extract, type Header } from 'tar-stream';
import { ServiceError, validationFailed } from '../../../platform/errors.ts';
import { readEntryPath, refusedEntry } from './entry-path.ts';

const FILES_BYTES_MAX = 250 * 1024 * 1024;
const ENTRIES_MAX = 10_000;
/** What stands around the files: a header, its extensions and padding for each, and the end. */
const AROUND_BYTES_MAX = ENTRIES_MAX * 4096 + 1024 * 1024;

export interface ArchiveFile {
  readonly path: string;
  readonly folder: string;
  readonly size: number;
  /** To be read to its end before the next file is asked for. */
  readonly bytes: AsyncIterable<Uint8Array>;
}

/**
 * The files of a tar.gz, one after the other, with bounded memory. Throws `validation_failed` for anything but plain
 * files and folders where they belong, `payload_too_large` as soon as there is too much of them, whatever was announced.
 */
export async function* walkArchive(archive: string): AsyncGenerator<ArchiveFile> {
  const tar = extract();
  const reading = pipeline(createReadStream(archive), createGunzip(), limitBytes(), tar);
  // It fails the walk below by itself.
  reading.catch(() => undefined);
  const seen = new Places();
  let bytes = 0;
  try {
    for await (const entry of tar) {
      const { header } = entry;
      seen.count();
      const isFolder = header.type === 'directory';
      requirePlain(header);
      const place = readEntryPath(header.name, isFolder);
      if (place !== undefined) seen.add(place.path, isFolder);
      bytes += header.size ?? 0;
      if (bytes > FILES_BYTES_MAX) throw tooLarge();
      if (place === undefined || isFolder) entry.resume();
      else yield { ...place, size: header.size ?? 0, bytes: entry as AsyncIterable<Uint8Array> };
    }
    await reading;
  } catch (error) {
    throw error instanceof ServiceError ? error : malformed(error);
  } finally {
    tar.destroy();
    await reading.catch(() => undefined);
  }
}

/** What is unpacked counts as it comes out: a small archive can hold any amount of zeros. */
function limitBytes(): Transform {
  let bytes = 0;
  return new Transform({
    transform(chunk: Uint8Array, _encoding, done) {
      bytes += chunk.byteLength;
      if (bytes > FILES_BYTES_MAX + AROUND_BYTES_MAX) done(tooLarge());
      else done(null, chunk);
    },
  });
}

/** No links, devices or pipes, which could mean something outside of the archive. */
function requirePlain({ type, name, linkname }: Header): void {
  const isPlain = type === 'directory' || ((type === 'file' || type === 'contiguous-file') && !linkname);
  if (!isPlain) throw refusedEntry(name, 'is no plain file or folder');
}

/** The places that entries took. */
class Places {
  readonly #files = new Set<string>();
  readonly #folders = new Set<string>();
  #entries = 0;

  count(): void {
    this.#entries += 1;
    if (this.#entries > ENTRIES_MAX) throw tooMany();
  }

  add(path: string, isFolder: boolean): void {
    if (this.#files.has(path) || (!isFolder && this.#folders.has(path))) throw refusedEntry(path, 'is there twice');
    (isFolder ? this.#folders : this.#files).add(path);
    for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
      const parent = path.slice(0, end);
      if (this.#files.has(parent)) throw refusedEntry(path, 'is in a folder that is a file');
      if (this.#folders.has(parent)) return;
      this.#folders.add(parent);
    }
  }
}

function tooMany(): ServiceError {
  return new ServiceError('payload_too_large', `The archive has more than ${ENTRIES_MAX} entries.`);
}

function tooLarge(): ServiceError {
  return new ServiceError('payload_too_large', `The archive holds more than ${FILES_BYTES_MAX} bytes when unpacked.`);
}

function malformed(cause: unknown): ServiceError {
  const error = validationFailed({ archive: 'is no whole tar.gz: make it with "tar czf - dist functions webhook"' });
  error.cause = cause;
  return error;
}
