export { type Audit, type AuditActor, type AuditAuthor, type AuditChange, createAudit } from './audit.ts';
