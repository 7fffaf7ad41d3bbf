export { walkArchiveFile } from './archive-file.ts';
export { type ArchiveBlob, BlobList, blobEntryName } from './blob-list.ts';
export { DamagedArchive, UnfitRecord, UnsupportedArchive } from './damage.ts';
export {
  ARCHIVE_EXTENSION,
  ARCHIVE_TYPE,
  type ArchiveCounts,
  type ArchivePart,
  EXCLUDABLE,
  type Excludable,
  FOLDERS,
  type Folder,
  isExcludedFolder,
  LINE_BYTES_MAX,
  type Manifest,
  PART_BYTES_MAX,
  type PartName,
  partName,
  type WrappedKey,
} from './format.ts';
export { judgeHead } from './judge-head.ts';
export type { ArchiveRecord } from './read-part.ts';
export { ENTRY_BYTES_MAX } from './tar/tar-header.ts';
export type { TarEntry } from './tar/write-tar.ts';
export { walkArchive } from './walk-archive.ts';
export { documentEntry, type WrittenArchive, writeArchive } from './write-archive.ts';
