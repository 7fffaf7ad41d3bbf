import type { StoreName } from '../../database/database.ts';

export interface AuditChange {
  readonly project?: { readonly id: string; readonly store: StoreName };
  /** `<thing>.<verb>`: `table.create`, `key.delete`. */
  readonly action: string;
  /** Id or name of the thing changed. */
  readonly target: string;
  /** Facts of interest to a reader. Never a secret, a key or a password. */
  readonly details?: Readonly<Record<string, unknown>>;
}

/** Actor of an event that is no change in the control plane. */
export interface AuditActor {
  /** `user`: of a project's app; `key`: a secret key. */
  readonly kind: 'account' | 'admin' | 'service' | 'user' | 'key' | 'anonymous';
  readonly id?: string | null;
  readonly email?: string | null;
}

/** Something that is noted whether or not anything was changed. */
export interface AuditNote extends AuditChange {
  readonly actor: AuditActor;
  readonly ip?: string;
  readonly requestId?: string;
}
