export type {
  BlobErrorKind,
  BlobKey,
  BlobReading,
  BlobStore,
  ByteRange,
  StoredBlob,
  SweepOptions,
} from './blob-store.ts';
export { BlobError } from './blob-store.ts';
export { type BlobStoreOptions, createBlobStore } from './create-blob-store.ts';
export { readFile } from './disk/read-file.ts';
export { type Bucket, openBucket } from './s3/open-bucket.ts';
export { storageError } from './storage-error.ts';
