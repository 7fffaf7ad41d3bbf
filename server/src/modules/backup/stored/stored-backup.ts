import type { Excludable } from '../../../archive/index.ts';
import type { StoreName } from '../../../database/database.ts';
import type { ErrorCode } from '../../../platform/errors.ts';

/** A backup that is kept, or was to be. */
export interface StoredBackup {
  readonly id: string;
  readonly store: StoreName;
  readonly state: 'running' | 'ready' | 'failed';
  readonly trigger: 'manual' | 'schedule';
  /** At the target, under `file`; or among the blobs of the service, for a day. */
  readonly keptIn: 'target' | 'blobs';
  /** `<project>/<file>`: the project's id when the backup was made. */
  readonly file: string | null;
  readonly excluded: readonly Excludable[];
  readonly createdAt: string;
  readonly sizeBytes: number | null;
  readonly sha256: string | null;
  readonly verifiedAt: string | null;
  readonly error: BackupFailure | null;
  /** While it runs: past this its process is dead. */
  readonly leaseUntilMs: number;
  readonly attempts: number;
}

export interface BackupFailure {
  readonly error: string;
  readonly code: ErrorCode;
}

/** A backup as callers see it. */
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
