import type { ChangeFeed } from '../../../database/change-feed.ts';
import type { Database, PlainStep, StoreName } from '../../../database/database.ts';
import type { Audit, AuditAuthor, AuditChange } from '../../audit/index.ts';
import { functionsSubject } from './function-sets.ts';

export interface ChangeContext {
  readonly database: Database;
  readonly audit: Audit;
  readonly feed: ChangeFeed;
}

/**
 * Makes a change known, after it is made: the log of changes is in another store and cannot be part of the transaction,
 * so that there is never an entry without its change.
 */
export async function recordChange(
  { database, audit, feed }: ChangeContext,
  author: AuditAuthor,
  change: AuditChange & { readonly project: { readonly id: string; readonly store: StoreName } },
): Promise<void> {
  const subject = functionsSubject(change.project.store);
  // This process must not run what was replaced, whatever becomes of the entry.
  feed.announce(subject);
  const steps: readonly PlainStep[] = [audit.step(author, change), ...feed.steps(subject)];
  await database.write('control', steps);
}
