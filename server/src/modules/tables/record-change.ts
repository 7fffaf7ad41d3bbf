import type { StoreName } from '../../database/index.ts';
import type { Author } from './author.ts';
import type { TableChange } from './changes/table-change.ts';
import { type AuditEntry, catalogueSubject, type TablesContext } from './tables-context.ts';

/** Call after the commit: the log is in another store and must never report a change that was not made. */
export async function recordChange(
  { database, audit, announcements }: TablesContext,
  author: Author,
  entry: AuditEntry,
): Promise<void> {
  const subject = catalogueSubject(entry.project.store);
  await database.write('control', [audit.step(author, entry), ...(announcements?.steps(subject) ?? [])]);
}

export async function recordMade(
  context: TablesContext,
  store: StoreName,
  { projectId, author, table, request }: TableChange,
): Promise<void> {
  const project = { id: projectId, store };
  await recordChange(context, author, { project, action: 'table.update', target: table, details: request });
}

/** Notifies other processes of a change that no owner requested. It gets no entry in the log. */
export async function announceChange({ database, announcements }: TablesContext, store: StoreName): Promise<void> {
  if (announcements === undefined) return;
  await database.write('control', announcements.steps(catalogueSubject(store)));
}
