export { type ArchiveKey, createArchiveKey, openArchiveKey } from './archive-key.ts';
export { type Backups, createBackups } from './backup.ts';
export { type BlobHolds, createBlobHolds } from './blob-holds.ts';
export { holdDeletedBlobs } from './hold-deleted-blobs.ts';
export { passphraseOf } from './passphrase-header.ts';
export { createRestoresStore } from './restores-store.ts';
export { type BackupsStore, createBackupsStore } from './stored/backups-store.ts';
