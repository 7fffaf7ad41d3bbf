import type { BlobReading, ByteRange } from '../../../blobs/index.ts';

/** Where backups are kept: files named `<project>/<file>`, each there whole or not at all. */
export interface BackupTarget {
  put(project: string, file: string, bytes: AsyncIterable<Uint8Array>): Promise<void>;
  /** Undefined when there is no such file. */
  read(project: string, file: string, range?: ByteRange): Promise<BlobReading | undefined>;
  /** The names of all files of a project, also those of others. */
  list(project: string): Promise<readonly string[]>;
  /** Missing ones are no error. */
  delete(project: string, file: string): Promise<void>;
  /** Throws away what never became whole and for which `isLeft` says that nobody writes it any more. */
  removeLeft(isLeft: (file: string, changedMs: number) => Promise<boolean>): Promise<void>;
  close(): Promise<void>;
}
