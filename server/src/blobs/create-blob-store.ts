import { join } from 'node:path';
import type { BlobsConfig } from '../config/index.ts';
import { type Clock, systemClock } from '../platform/clock.ts';
import type { BlobStore } from './blob-store.ts';
import { createDiskBlobStore } from './disk/disk-blob-store.ts';
import { createS3BlobStore } from './s3/s3-blob-store.ts';

export interface BlobStoreOptions {
  readonly config: BlobsConfig;
  readonly dataDir: string;
  readonly clock?: Clock;
}

/** The configured store. It accesses neither disk nor network before its first use. */
export function createBlobStore({ config, dataDir, clock = systemClock }: BlobStoreOptions): BlobStore {
  if (config.kind === 'disk') return createDiskBlobStore(join(dataDir, 'blobs'));
  return createS3BlobStore({ config, clock, temporaryDirectory: join(dataDir, 'cache', 'uploads') });
}
