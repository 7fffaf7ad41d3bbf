import type { ChangeFeed, Database, StoreName } from '../../../database/index.ts';
import type { Audit, AuditAuthor, AuditChange } from '../../audit/index.ts';
import { functionsSubject } from './function-sets.ts';

export interface ChangeContext {
  readonly database: Database;
  readonly audit: Audit;
  readonly feed: ChangeFeed;
}

/** Writes the audit log after the commit, because it is in another store: no entry exists without its change. */
export async function recordChange(
  { database, audit, feed }: ChangeContext,
  author: AuditAuthor,
  change: AuditChange & { readonly project: { readonly id: string; readonly store: StoreName } },
): Promise<void> {
  const steps = feed.steps(functionsSubject(change.project.store));
  await database.write('control', [audit.step(author, change), ...steps]);
}
