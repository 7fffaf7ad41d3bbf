import { join } from 'node:path';
import type { BlobsConfig } from '../config/index.ts';
import type { BlobStore } from './blob-store.ts';
import { createDiskBlobStore } from './disk/disk-blob-store.ts';

export interface BlobStoreOptions {
  readonly config: BlobsConfig;
  readonly dataDir: string;
}

/** The store that was chosen. Touches neither disk nor network before it is used. */
export function createBlobStore({ dataDir }: BlobStoreOptions): BlobStore {
  return createDiskBlobStore(join(dataDir, 'blobs'));
}
