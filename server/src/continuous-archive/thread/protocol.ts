import type { BackupTargetConfig } from '../../config/index.ts';
import type { BlobName } from './file-keeper.ts';

export interface ArchiverData {
  readonly dataDir: string;
  readonly place: BackupTargetConfig;
  readonly seconds: number;
  readonly days: number;
  readonly passphrase: string | undefined;
  /** Files are in the data directory, not in an object store. */
  readonly hasFiles: boolean;
  readonly version: string;
}

/** Descriptors of a store's file, and of the index of its log when that is open. */
export interface OpenFiles {
  readonly file: number;
  readonly index: number | undefined;
}

export interface ArchiverWorkerData {
  readonly data: ArchiverData;
  /** Files of stores that an earlier thread of the archiver has left open: closing them would release SQLite's locks. */
  readonly openFiles: ReadonlyMap<string, OpenFiles>;
}

export type ArchiverTask =
  | { readonly op: 'hold' | 'take_all' | 'drop' | 'close'; readonly store: string }
  | { readonly op: 'finish'; readonly withinMs: number }
  | { readonly op: 'settle' };

export type ToArchiver =
  /** The main thread heard of the first of them at `sinceMs`, and until `atMs` of no others. */
  | { readonly op: 'commits'; readonly stores: readonly string[]; readonly sinceMs: number; readonly atMs: number }
  | {
      readonly op: 'blobs';
      readonly kept: readonly BlobName[];
      readonly deleted: readonly BlobName[];
      readonly atMs: number;
    }
  | { readonly op: 'task'; readonly id: number; readonly task: ArchiverTask };

export type FromArchiver =
  | { readonly op: 'ready' }
  | { readonly op: 'done'; readonly id: number; readonly error: string | undefined }
  | { readonly op: 'figures'; readonly figures: ArchiverFigures }
  | { readonly op: 'idle'; readonly store: string }
  /** Undefined: they are closed. */
  | { readonly op: 'files'; readonly store: string; readonly files: OpenFiles | undefined }
  | { readonly op: 'warning'; readonly message: string };

export interface ArchiverFigures {
  readonly generation: string | undefined;
  readonly waitingSinceMs: number | undefined;
  /** The thread knows of every commit that the main thread had heard of before. */
  readonly heardMs: number | undefined;
  readonly lastSuccessMs: number | undefined;
  readonly failure: string | undefined;
  /** The failure, if it is one of the place. */
  readonly placeFailure: string | undefined;
  /** By this process. */
  readonly sentBytes: number;
  readonly errors: number;
  /** Kept at the place for this generation. */
  readonly storedBytes: number;
  /** Every store can be recovered at any moment from here to `toMs`. Gaps are named. */
  readonly fromMs: number | undefined;
  readonly toMs: number | undefined;
}
