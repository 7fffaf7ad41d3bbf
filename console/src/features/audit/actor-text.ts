import type { AuditEntry } from './audit-queries.ts';

export function actorText({ kind, email, id }: AuditEntry['actor']): string {
  return email ?? (kind === 'account' ? (id ?? kind) : kind);
}
