import { createReadStream } from 'node:fs';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { extract, type Header } from 'tar-stream';
import { ServiceError, validationFailed } from '../../../platform/errors.ts';
import { readEntryPath, refusedEntry } from './entry-path.ts';

export const FILES_BYTES_MAX = 250 * 1024 * 1024;
export const ENTRIES_MAX = 10_000;
/** Allowed overhead of the archive: a header, its extensions and padding for each file, and the end marker. */
const AROUND_BYTES_MAX = ENTRIES_MAX * 4096 + 1024 * 1024;
/** Allowed overhead before the next file: header extensions are parsed in one go, which blocks all other requests. */
const BETWEEN_BYTES_MAX = 128 * 1024;

export interface ArchiveFile {
  readonly path: string;
  readonly folder: string;
  readonly size: number;
  /** Must be read to the end before the next file is requested. */
  readonly bytes: AsyncIterable<Uint8Array>;
}

/** Throws `validation_failed` for anything but plain files in allowed places, and `payload_too_large`. */
export async function* walkArchive(archive: string): AsyncGenerator<ArchiveFile> {
  const tar = extract();
  const meter = new Meter();
  const reading = pipeline(createReadStream(archive), createGunzip(), meter.limit(), tar);
  // A failure also fails the walk below.
  reading.catch(() => undefined);
  const seen = new Places();
  try {
    for await (const entry of tar) {
      const { header } = entry;
      seen.count();
      const isFolder = header.type === 'directory';
      requirePlain(header);
      const place = readEntryPath(header.name, isFolder);
      if (place !== undefined) seen.add(place.path, isFolder);
      meter.addFile(header.size ?? 0);
      if (place === undefined || isFolder) entry.resume();
      else yield { ...place, size: header.size ?? 0, bytes: piecesOf(entry as AsyncIterable<Uint8Array>, meter) };
    }
    await reading;
  } catch (error) {
    throw malformed(error);
  } finally {
    tar.destroy();
    await reading.catch(() => undefined);
  }
}

async function* piecesOf(entry: AsyncIterable<Uint8Array>, meter: Meter): AsyncGenerator<Uint8Array> {
  try {
    for await (const piece of entry) {
      meter.seen();
      yield piece;
    }
  } catch (error) {
    throw malformed(error);
  }
}

/** Counts unpacked bytes as they come out: a small archive can expand to any number of zeros. */
class Meter {
  #bytes = 0;
  #fileBytes = 0;
  #between = 0;

  limit(): Transform {
    return new Transform({
      transform: (chunk: Uint8Array, _encoding, done) => {
        this.#bytes += chunk.byteLength;
        this.#between += chunk.byteLength;
        const isTooMuch = this.#bytes > FILES_BYTES_MAX + AROUND_BYTES_MAX || this.#between > BETWEEN_BYTES_MAX;
        if (isTooMuch) done(tooLarge());
        else done(null, chunk);
      },
    });
  }

  addFile(size: number): void {
    this.seen();
    this.#fileBytes += size;
    if (this.#fileBytes > FILES_BYTES_MAX || this.#bytes - this.#fileBytes > AROUND_BYTES_MAX) throw tooLarge();
  }

  seen(): void {
    this.#between = 0;
  }
}

/** Rejects links, devices and pipes, which could refer to something outside the archive. */
function requirePlain({ type, name, linkname }: Header): void {
  const isPlain = type === 'directory' || ((type === 'file' || type === 'contiguous-file') && !linkname);
  if (!isPlain) throw refusedEntry(name, 'is neither a regular file nor a folder');
}

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
      if (this.#files.has(parent)) throw refusedEntry(path, 'is below a path that is a file');
      if (this.#folders.has(parent)) return;
      this.#folders.add(parent);
    }
  }
}

function tooMany(): ServiceError {
  return new ServiceError('payload_too_large', `The archive has more than ${ENTRIES_MAX} entries.`);
}

function tooLarge(): ServiceError {
  return new ServiceError(
    'payload_too_large',
    `The archive holds more than ${FILES_BYTES_MAX} bytes when unpacked, or too many bytes besides its files.`,
  );
}

function malformed(cause: unknown): ServiceError {
  if (cause instanceof ServiceError) return cause;
  const error = validationFailed({
    archive: 'is not a complete tar.gz: create it with "tar czf - dist functions webhook"',
  });
  error.cause = cause;
  return error;
}
