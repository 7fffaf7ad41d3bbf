import type { Project } from '../../callers/index.ts';
import type { Snapshot, StoreName } from '../../database/index.ts';
import type { ArchiveRecord, Folder } from '../format/index.ts';

export type SecretKind = 'totp' | 'function' | 'webhook' | 'previous_webhook' | 'provider' | 'captcha' | 'integration';

export interface RecordSink {
  record(record: object | string): Promise<void>;
  /** Sealed with the archive's key for this kind and name. `updatedAt` is needed when no record of the section contains it. */
  secret(kind: SecretKind, name: string, value: string, updatedAt?: string): Promise<void>;
}

export interface SectionSaving extends RecordSink {
  readonly store: StoreName;
  readonly snapshot: Snapshot;
  readonly excludesData: boolean;
}

/** Something in the archive that the restored project lacks or has switched off. */
export interface LeftOut {
  readonly kind: string;
  readonly name: string;
  readonly reason: string;
}

export interface Loading {
  readonly project: Project;
  readonly isDryRun: boolean;
  /** Webhooks and schedules are switched off, and jobs wait until they are resumed. */
  readonly isPaused: boolean;
  leaveOut(leftOut: LeftOut): void;
  /** A secret of the archive that was read earlier and kept for a later section. */
  secret(kind: SecretKind, name: string): string | undefined;
}

export interface NamedSecret {
  readonly name: string;
  readonly value: string;
  readonly updatedAt?: string | undefined;
}

export interface SectionLoad {
  /** Loads the next records in order. Throws `UnfitRecord`. */
  take(records: readonly ArchiveRecord[]): Promise<void>;
  end?(): Promise<void>;
  takeSecrets?(secrets: readonly NamedSecret[]): Promise<void>;
  /** Called when the whole archive has been loaded. Throws `UnfitRecord`. */
  finish?(): Promise<void>;
}

export interface ArchiveSection {
  readonly folder: Exclude<Folder, 'rows' | 'secrets'>;
  /** Secrets of this kind are stored as soon as they are read; other kinds are kept for later. */
  readonly secretKind?: SecretKind;
  save(saving: SectionSaving): Promise<void>;
  openLoad(loading: Loading): SectionLoad;
}
