import type { StoreName } from '../../database/index.ts';

export interface AuditChange {
  readonly project?: { readonly id: string; readonly store: StoreName };
  /** `<thing>.<verb>`: `table.create`, `key.delete`. */
  readonly action: string;
  readonly target: string;
  /** Facts for the reader. Never a secret, a key or a password. */
  readonly details?: Readonly<Record<string, unknown>>;
}

export interface AuditActor {
  /** `user`: a user of a project's app; `key`: a secret key. */
  readonly kind: 'account' | 'admin' | 'service' | 'user' | 'key' | 'anonymous';
  readonly id?: string | null;
  readonly email?: string | null;
}

export interface AuditNote extends AuditChange {
  readonly actor: AuditActor;
  readonly ip?: string;
  readonly requestId?: string;
}
