import type { BlobStore } from '../../blobs/index.ts';
import type { Project } from '../../callers/index.ts';
import type { Database, PlainStep, StoreName } from '../../database/index.ts';
import { announced, type ChangeFeed, isDatabaseFailure, isNotApplied } from '../../database/index.ts';
import type { Jobs } from '../../jobs/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { FairLimit } from '../../platform/fair-limit.ts';
import type { Audit, AuditAuthor } from '../audit/index.ts';
import type { AppFunctions } from '../functions/index.ts';
import { type DeploymentsStore, STATE_STEP } from './deployments-store.ts';
import type { SerialQueue } from './turns.ts';

export interface AppsContext {
  readonly database: Database;
  readonly clock: Clock;
  readonly ids: () => string;
  readonly audit: Audit;
  readonly feed: ChangeFeed;
  readonly jobs: Pick<Jobs, 'enqueueLater' | 'handle'>;
  readonly blobs: BlobStore;
  readonly functions: AppFunctions;
  readonly deploymentsStore: DeploymentsStore;
  readonly appUrl: (projectId: string) => string;
  /** Folder where uploaded archives wait until they are unpacked. */
  readonly folder: string;
  readonly turns: SerialQueue;
  /** Limits compression threads across all apps: file reads use the same thread pool. */
  readonly compressing: FairLimit;
}

const SUBJECT = 'app:';

function subjectOf(store: StoreName): string {
  return `${SUBJECT}${store}`;
}

export function storeOfApp(subject: string): StoreName | undefined {
  return subject.startsWith(SUBJECT) ? (subject.slice(SUBJECT.length) as StoreName) : undefined;
}

export interface AppChange {
  readonly project: Project;
  readonly action: 'deployment.create' | 'deployment.rollback';
  readonly target: string;
  readonly details: Readonly<Record<string, unknown>>;
}

export async function recordChange(context: AppsContext, author: AuditAuthor, change: AppChange): Promise<void> {
  const { database, audit, feed, functions } = context;
  const { store } = change.project;
  const entry = audit.step(author, change);
  await database.write('control', [entry, ...functions.announceSteps(store), ...feed.steps(subjectOf(store))]);
}

/** False when another publish or a function change came first; the caller then tries again. */
export async function activate(
  { database, feed, functions }: AppsContext,
  store: StoreName,
  steps: readonly PlainStep[],
): Promise<boolean> {
  try {
    await announced(feed, subjectOf(store), functions.committed(store, database.write(store, steps)));
    return true;
  } catch (error) {
    const isStale = [STATE_STEP, 'function', 'version'].some((name) => isNotApplied(error, name));
    if (isStale || isDatabaseFailure(error, 'unique_violation')) return false;
    throw error;
  }
}
