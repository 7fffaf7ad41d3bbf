export {
  BlobError,
  type BlobErrorKind,
  type BlobKey,
  type BlobReading,
  type BlobStore,
  type ByteRange,
  type SweepOptions,
} from './blob-store.ts';
export { type BlobStoreOptions, createBlobStore } from './create-blob-store.ts';
export { readFile } from './disk/read-file.ts';
export { storageError } from './storage-error.ts';
