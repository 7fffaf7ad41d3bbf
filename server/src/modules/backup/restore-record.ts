import type { ArchiveCounts, Manifest } from '../../archive/format/index.ts';
import type { LeftOut } from '../../archive/sections/index.ts';
import type { StoreName } from '../../database/index.ts';
import type { ErrorCode } from '../../platform/errors.ts';

export type RestoreState = 'verifying' | 'loading' | 'done' | 'failed';

export interface RestoreRecord {
  readonly id: string;
  readonly state: RestoreState;
  readonly dry_run: boolean;
  readonly archive: RestoredArchive | null;
  readonly counts: ArchiveCounts | null;
  readonly left_out: readonly LeftOut[];
  readonly error: RestoreFailure | null;
  /** The project whose moment is restored into this one, where that is another project. Never part of an answer. */
  readonly source?: StoreName;
  /** The project that was created for this restore; a failure removes it if its owner has not used it. Never part of an answer. */
  readonly created?: StoreName;
}

export interface RestoredArchive {
  readonly archive_id: string;
  readonly project: Manifest['project'];
  readonly created_at: string;
}

export interface RestoreFailure {
  readonly error: string;
  readonly code: ErrorCode;
  readonly details?: Readonly<Record<string, unknown>>;
}

export function archiveOf({ archive_id, project, created_at }: Manifest): RestoredArchive {
  return { archive_id, project, created_at };
}
