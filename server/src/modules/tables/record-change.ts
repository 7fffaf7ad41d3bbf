import type { StoreName } from '../../database/database.ts';
import { type AuditEntry, type Author, catalogueSubject, type TablesContext } from './tables-context.ts';

/**
 * Writes a change that is made to the audit log and tells other processes. The log is in the control store and the
 * change in the project's, so they cannot be one transaction: the change comes first, so that the log never tells of one
 * that was not made.
 */
export async function recordChange(
  { database, audit, announcements }: TablesContext,
  author: Author,
  entry: AuditEntry,
): Promise<void> {
  const subject = catalogueSubject(entry.project.store);
  await database.write('control', [audit.step(author, entry), ...(announcements?.steps(subject) ?? [])]);
}

/** Tells other processes of a change that no owner asked for, so that the log has no entry of it. */
export async function announceChange({ database, announcements }: TablesContext, store: StoreName): Promise<void> {
  if (announcements === undefined) return;
  await database.write('control', announcements.steps(catalogueSubject(store)));
}
