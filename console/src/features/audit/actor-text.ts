import type { AuditEntry } from './audit-queries.ts';

/** The author of a change: an account's address, the admin token or the service. */
export function actorText({ kind, email, id }: AuditEntry['actor']): string {
  return email ?? (kind === 'account' ? (id ?? kind) : kind);
}
