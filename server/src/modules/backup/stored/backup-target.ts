import type { BlobReading, ByteRange } from '../../../blobs/index.ts';

/** Where backups are kept: files named `<project>/<file>`, each of which exists completely or not at all. */
export interface BackupTarget {
  /** Throws when a folder cannot be written to. An object store is not asked: it may be away for a moment. */
  check(): Promise<void>;
  put(project: string, file: string, bytes: AsyncIterable<Uint8Array>): Promise<void>;
  /** Undefined when the file does not exist. */
  read(project: string, file: string, range?: ByteRange): Promise<BlobReading | undefined>;
  /** All file names of a project, including files that are not backups. */
  list(project: string): Promise<readonly string[]>;
  delete(project: string, file: string): Promise<void>;
  removeLeft(isLeft: (file: string, changedMs: number) => Promise<boolean>): Promise<void>;
  close(): Promise<void>;
}
