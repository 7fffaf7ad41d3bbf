import type { BlobStore } from '../../blobs/index.ts';
import type { Database, StoreName } from '../../database/index.ts';
import { isDatabaseFailure } from '../../database/index.ts';
import type { ExpectedBlob, ExpectedBlobs } from './expected-blob.ts';
import { type BlobDamage, judgeBlob } from './judge-blob.ts';
import type { Pace } from './pace.ts';

const PAGE = 100;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

export interface RoundPlace {
  readonly store: StoreName;
  readonly source: number;
  readonly id: string;
}

export interface RoundOptions {
  readonly database: Database;
  readonly blobs: BlobStore;
  readonly sources: readonly ExpectedBlobs[];
  readonly pace: Pace;
  readonly signal: AbortSignal;
  /** Called with every blob that was read; `damage` is undefined for a sound one. */
  onRead(store: StoreName, blob: ExpectedBlob, damage: BlobDamage | undefined): Promise<void>;
  onPage(place: RoundPlace): Promise<void>;
}

interface Source extends ExpectedBlobs {
  readonly stores: ReadonlySet<StoreName>;
}

export async function readRound(options: RoundOptions, from: RoundPlace | undefined): Promise<void> {
  const { database, signal } = options;
  const sources = await Promise.all(
    options.sources.map(async (blobs) => ({ ...blobs, stores: new Set(await database.stores(blobs.table)) })),
  );
  for (const name of [...new Set(sources.flatMap(({ stores }) => [...stores]))].sort()) {
    if (from !== undefined && name < from.store) continue;
    try {
      await readStore(options, { name, sources, from: name === from?.store ? from : undefined });
    } catch (error) {
      // The project was deleted during the round, with all its files.
      if (!isDatabaseFailure(error, 'dropped')) throw error;
    }
    if (signal.aborted) return;
  }
}

interface StoreRead {
  readonly name: StoreName;
  readonly sources: readonly Source[];
  readonly from: RoundPlace | undefined;
}

async function readStore(options: RoundOptions, { name, sources, from }: StoreRead): Promise<void> {
  for (const [at, source] of sources.entries()) {
    if (!source.stores.has(name) || (from !== undefined && at < from.source)) continue;
    let id = from?.source === at ? from.id : FIRST_ID;
    for (;;) {
      const page = await source.list(name, id, PAGE);
      for (const blob of page) {
        if (options.signal.aborted) return;
        await readBlob(options, source, { name, blob });
        id = blob.id;
      }
      if (page.length === 0) break;
      await options.onPage({ store: name, source: at, id });
    }
  }
}

interface NamedBlob {
  readonly name: StoreName;
  readonly blob: ExpectedBlob;
}

async function readBlob(options: RoundOptions, source: ExpectedBlobs, { name, blob }: NamedBlob): Promise<void> {
  const { blobs, pace } = options;
  const key = { group: name, id: blob.id };
  let damage = await judgeBlob(blobs, key, blob, pace.take);
  // Reads the blob again, because faults of a cable or a cache pass, and the file may have been deleted meanwhile.
  if (damage !== undefined) damage = await judgeBlob(blobs, key, blob, pace.take);
  if (damage !== undefined && !(await isExpected(source, { name, blob }))) return;
  await options.onRead(name, blob, damage);
}

async function isExpected(source: ExpectedBlobs, { name, blob: { id } }: NamedBlob): Promise<boolean> {
  return (await source.list(name, idBefore(id), 1)).some((blob) => blob.id === id);
}

/** The id right before another, both read as 16-byte hexadecimal numbers. */
function idBefore(id: string): string {
  const number = BigInt(`0x${id.replaceAll('-', '')}`) - 1n;
  const digits = number.toString(16).padStart(32, '0');
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
