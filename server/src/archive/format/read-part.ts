import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { DamagedArchive } from './damage.ts';
import { type ArchivePart, LINE_BYTES_MAX } from './format.ts';

export type ArchiveRecord = Readonly<Record<string, unknown>>;

const GROUP_BYTES = 256 * 1024;
const LINE_BREAK = 0x0a;

/** Yields and checks records. Stops beyond the announced size, so that a decompression bomb does no harm. */
export async function* readPart(
  part: ArchivePart,
  bytes: AsyncIterable<Uint8Array>,
): AsyncGenerator<readonly ArchiveRecord[]> {
  const hash = createHash('sha256');
  const unpacked = unpack(part, tee(bytes, hash));
  let unpackedBytes = 0;
  let records = 0;
  let rest: Buffer[] = [];
  let restBytes = 0;
  let group: ArchiveRecord[] = [];
  let groupBytes = 0;
  for await (const piece of unpacked) {
    unpackedBytes += piece.byteLength;
    if (unpackedBytes > part.unpacked_bytes)
      throw new DamagedArchive(part.name, 'size', 'It unpacks to more bytes than the manifest says.');
    let from = 0;
    for (let at = piece.indexOf(LINE_BREAK); at !== -1; at = piece.indexOf(LINE_BREAK, from)) {
      const line = Buffer.concat([...rest, piece.subarray(from, at)]);
      rest = [];
      restBytes = 0;
      from = at + 1;
      records += 1;
      if (line.byteLength >= LINE_BYTES_MAX) throw tooLong(part, records);
      group.push(parseRecord(part, records, line));
      groupBytes += line.byteLength;
      if (groupBytes >= GROUP_BYTES) {
        yield group;
        group = [];
        groupBytes = 0;
      }
    }
    if (from < piece.byteLength) rest.push(Buffer.from(piece.subarray(from)));
    restBytes += piece.byteLength - from;
    if (restBytes >= LINE_BYTES_MAX) throw tooLong(part, records + 1);
  }
  if (hash.digest('hex') !== part.sha256)
    throw new DamagedArchive(part.name, 'checksum', 'Its bytes have been changed.');
  if (restBytes > 0) throw new DamagedArchive(part.name, 'record', 'The last record is incomplete.');
  if (unpackedBytes !== part.unpacked_bytes)
    throw new DamagedArchive(part.name, 'size', 'It unpacks to fewer bytes than the manifest says.');
  if (records !== part.records)
    throw new DamagedArchive(part.name, 'count', `It has ${records} records, the manifest says ${part.records}.`);
  if (group.length > 0) yield group;
}

/** When unpacking fails, the rest is read first, so that damage found in the remaining bytes is reported instead. */
async function* unpack(part: ArchivePart, { pieces, rest }: SplitStream): AsyncGenerator<Buffer> {
  const gunzip = createGunzip();
  const source = Readable.from(pieces, { objectMode: false, highWaterMark: 64 * 1024 });
  source.once('error', (error) => gunzip.destroy(error));
  source.pipe(gunzip);
  try {
    for await (const piece of gunzip) yield piece as Buffer;
  } catch (error) {
    if (error instanceof DamagedArchive) throw error;
    await rest();
    throw new DamagedArchive(part.name, 'checksum', 'It does not unpack.');
  } finally {
    source.destroy();
    gunzip.destroy();
  }
  await rest();
}

interface SplitStream {
  readonly pieces: AsyncIterable<Uint8Array>;
  rest(): Promise<void>;
}

/** Hashes the bytes as they are read. Pieces are copied, because the source may reuse their memory. */
function tee(bytes: AsyncIterable<Uint8Array>, hash: ReturnType<typeof createHash>): SplitStream {
  const iterator = bytes[Symbol.asyncIterator]();
  const next = async (): Promise<Uint8Array | undefined> => {
    const { value, done } = await iterator.next();
    if (done === true) return undefined;
    hash.update(value);
    return Buffer.from(value);
  };
  return {
    pieces: {
      [Symbol.asyncIterator]: () => ({
        next: async () => {
          const value = await next();
          return value === undefined ? { value, done: true } : { value, done: false };
        },
      }),
    },
    async rest() {
      while ((await next()) !== undefined);
    },
  };
}

function parseRecord({ name }: ArchivePart, number: number, line: Buffer): ArchiveRecord {
  try {
    const record: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(line));
    if (typeof record === 'object' && record !== null && !Array.isArray(record)) return record as ArchiveRecord;
  } catch {
    // The caller gets the failure below.
  }
  throw new DamagedArchive(name, 'record', `Record ${number} is not a JSON object.`);
}

function tooLong({ name }: ArchivePart, number: number): DamagedArchive {
  return new DamagedArchive(name, 'size', `Record ${number} is longer than ${LINE_BYTES_MAX} bytes.`);
}
