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
  /** The archive has no rows and no users, so nothing that names them belongs in it. */
  readonly excludesData: boolean;
}

/** Something in the archive that the restored project lacks or has switched off. */
export interface LeftOut {
  readonly kind: string;
  readonly name: string;
  readonly reason: string;
}

/** A restore into a new store that nothing uses yet. */
export interface Loading {
  /** The project as it will be, with the new store. */
  readonly project: Project;
  /** The result will be discarded. */
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
  /** The time from the archive; undefined in archives of releases that did not record it. */
  readonly updatedAt?: string | undefined;
}

/** Loads one module's part of an archive into the new store. */
export interface SectionLoad {
  /** Loads the next records in order. Throws `UnfitRecord`. */
  take(records: readonly ArchiveRecord[]): Promise<void>;
  end?(): Promise<void>;
  /** Called with secrets of the section's kind. */
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
