export type {
  BlobKey,
  BlobReading,
  BlobStore,
  ByteRange,
  SweepOptions,
} from './blob-store.ts';
export { BlobError } from './blob-store.ts';
export { createBlobStore } from './create-blob-store.ts';
export { readFile } from './disk/read-file.ts';
export { openBucket } from './s3/open-bucket.ts';
export { storageError } from './storage-error.ts';
