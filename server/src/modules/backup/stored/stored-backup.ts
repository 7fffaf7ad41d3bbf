import type { Excludable } from '../../../archive/format/index.ts';
import type { StoreName } from '../../../database/index.ts';
import type { ErrorCode } from '../../../platform/errors.ts';

export interface StoredBackup {
  readonly id: string;
  readonly store: StoreName;
  readonly state: 'running' | 'ready' | 'failed';
  readonly trigger: 'manual' | 'schedule';
  /** `target`: under `file`. `blobs`: among the service's blobs, for a day. */
  readonly keptIn: 'target' | 'blobs';
  /** `<project>/<file>`, with the project's id at the time of the backup. */
  readonly file: string | null;
  readonly excluded: readonly Excludable[];
  readonly createdAt: string;
  readonly sizeBytes: number | null;
  readonly sha256: string | null;
  readonly verifiedAt: string | null;
  readonly error: BackupFailure | null;
  /** While running: after this time its process counts as dead. */
  readonly leaseUntilMs: number;
  readonly attempts: number;
}

export interface BackupFailure {
  readonly error: string;
  readonly code: ErrorCode;
}

/** For a backup whose process died or could not record its outcome, until its lease ends. */
export const NO_OUTCOME: BackupFailure = {
  error: 'The server stopped while it made this backup, or could not record the outcome.',
  code: 'unavailable',
};

export function presentBackup(backup: StoredBackup): object {
  const { id, state, trigger, keptIn, createdAt, sizeBytes, sha256, verifiedAt, error } = backup;
  return {
    id,
    state,
    trigger,
    stored: keptIn === 'target',
    created_at: createdAt,
    size_bytes: sizeBytes,
    sha256,
    verified_at: verifiedAt,
    error,
  };
}
