export { type Audit, type AuditAuthor, createAudit } from './audit.ts';
export type { AuditChange } from './audit-note.ts';
export { auditQuery, auditResponses } from './routes.ts';
