import type { ChangeFeed } from '../../../database/change-feed.ts';
import type { Database, StoreName } from '../../../database/database.ts';
import type { Audit, AuditAuthor, AuditChange } from '../../audit/index.ts';
import { functionsSubject } from './function-sets.ts';

export interface ChangeContext {
  readonly database: Database;
  readonly audit: Audit;
  readonly feed: ChangeFeed;
}

/**
 * Makes a change known to the log and to other processes, after it is made: the log is in another store and cannot be part
 * of the transaction, so that there is never an entry without its change.
 */
export async function recordChange(
  { database, audit, feed }: ChangeContext,
  author: AuditAuthor,
  change: AuditChange & { readonly project: { readonly id: string; readonly store: StoreName } },
): Promise<void> {
  const steps = feed.steps(functionsSubject(change.project.store));
  await database.write('control', [audit.step(author, change), ...steps]);
}
