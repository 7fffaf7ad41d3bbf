export { createFileSection } from './archive/file-section.ts';

export { FILES_TABLE, type Visibility } from './files-table.ts';

export { createStorage, type Storage, type StorageOptions } from './storage.ts';

export type { FilePatch } from './update-file.ts';
export type { NewFile } from './upload/upload-files.ts';
export { storageUsage } from './usage.ts';
export { watchedFiles } from './watched-files.ts';
