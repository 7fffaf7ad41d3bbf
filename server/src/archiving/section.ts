import type { ArchiveRecord, Folder } from '../archive/index.ts';
import type { Project } from '../callers/index.ts';
import type { Snapshot, StoreName } from '../database/database.ts';

/** Kinds of secrets in archives. */
export type SecretKind = 'totp' | 'function' | 'webhook' | 'previous_webhook' | 'provider' | 'captcha' | 'integration';

/** Where a module puts what a project has of it. */
export interface RecordSink {
  record(record: object | string): Promise<void>;
  /** Sealed with the key of the archive, for this kind and name. `updatedAt`: where no record of the section says it. */
  secret(kind: SecretKind, name: string, value: string, updatedAt?: string): Promise<void>;
}

export interface Saving extends RecordSink {
  readonly store: StoreName;
  readonly snapshot: Snapshot;
}

/** Something that an archive holds and the restored project has not, or not in force. */
export interface LeftOut {
  readonly kind: string;
  readonly name: string;
  readonly reason: string;
}

/** A new store that is being filled; nobody uses it yet. */
export interface Loading {
  /** The project as it will be, with the new store. */
  readonly project: Project;
  /** Nothing of it will ever be used. */
  readonly isDryRun: boolean;
  /** Webhooks and schedules are switched off. */
  readonly isPaused: boolean;
  leaveOut(leftOut: LeftOut): void;
  /** A secret of the archive that came by and was kept for whoever needs it later. */
  secret(kind: SecretKind, name: string): string | undefined;
}

export interface NamedSecret {
  readonly name: string;
  readonly value: string;
  /** As the archive says it; undefined in archives of releases that did not. */
  readonly updatedAt?: string | undefined;
}

/** Takes what one module has of an archive into the new store. */
export interface SectionLoad {
  /** Some records, in their order. Throws `UnfitRecord`. */
  take(records: readonly ArchiveRecord[]): Promise<void>;
  /** There are no more of its records. */
  end?(): Promise<void>;
  /** Secrets of the section's kind. */
  takeSecrets?(secrets: readonly NamedSecret[]): Promise<void>;
  /** Everything of the archive is in the store. Throws `UnfitRecord`. */
  finish?(): Promise<void>;
}

/** One module's part of the archive of a project. */
export interface ArchiveSection {
  readonly folder: Exclude<Folder, 'rows' | 'secrets'>;
  /** Secrets that are put in their place as soon as they come; those of other kinds are kept. */
  readonly secretKind?: SecretKind;
  save(saving: Saving): Promise<void>;
  openLoad(loading: Loading): SectionLoad;
}
