export { type Audit, type AuditAuthor, type AuditChange, createAudit } from './audit.ts';
