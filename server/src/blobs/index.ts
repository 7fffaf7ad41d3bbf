export type {
  BlobErrorKind,
  BlobKey,
  BlobReading,
  BlobStore,
  ByteRange,
  SweepOptions,
} from './blob-store.ts';
export { type BlobStoreOptions, createBlobStore } from './create-blob-store.ts';
export { readFile } from './disk/read-file.ts';
export { storageError } from './storage-error.ts';
