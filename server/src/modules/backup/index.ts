export { type ArchiveKey, createArchiveKey, openArchiveKey } from './archive-key.ts';
export { type Backups, type BackupsOptions, createBackups } from './backup.ts';
export { type BlobHolds, createBlobHolds } from './blob-holds.ts';
export { holdDeletedBlobs } from './hold-deleted-blobs.ts';
export { passphraseOf } from './passphrase-header.ts';
export { createRestoresStore, type RestoresStore } from './restores-store.ts';
export { type BackupsStore, createBackupsStore } from './stored/backups-store.ts';
