import type { Project } from '../../callers/index.ts';
import type { ChangeFeed } from '../../database/change-feed.ts';
import type { Database, PlainStep, StoreName } from '../../database/database.ts';
import type { LiveProcesses } from '../../database/live-processes.ts';
import type { IdentityProvider } from '../../http/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Audit, AuditAuthor, AuditChange } from '../audit/index.ts';
import type { Inbox } from '../inbox/index.ts';
import type { Monitoring } from '../monitoring/index.ts';
import type { Rows } from '../rows/index.ts';
import type { Storage } from '../storage/index.ts';
import type { Bundler } from './deploy/bundle-source.ts';
import type { DeploymentsStore } from './deployments/deployments-store.ts';
import type { FunctionDefinition } from './function-definition.ts';
import type { FunctionSets } from './function-sets.ts';
import { functionsSubject } from './function-sets.ts';
import type { FunctionsStore } from './functions-store.ts';
import type { Answers } from './invoke/answers.ts';
import type { Retention } from './runs/retention.ts';
import type { RunRecorder } from './runs/run-recorder.ts';
import type { RunsStore } from './runs/runs-store.ts';
import type { Runtime } from './runtime/index.ts';
import type { Secrets } from './secrets/secrets.ts';
import type { Template } from './templates/template.ts';
import type { TemplatesStore } from './templates/templates-store.ts';
import type { VersionsStore } from './versions-store.ts';

export interface Plan {
  steps(
    project: Project,
    before: FunctionDefinition | undefined,
    after: FunctionDefinition,
  ): Promise<readonly PlainStep[]>;
}

/** What every action on functions works with. */
export interface FunctionContext {
  readonly database: Database;
  readonly clock: Clock;
  readonly ids: () => string;
  readonly audit: Audit;
  readonly feed: ChangeFeed;
  readonly addresses: { readonly publicUrl: string };
  readonly rows: Omit<Rows, 'routes'>;
  readonly storage: Omit<Storage, 'routes'>;
  readonly inbox: Pick<Inbox, 'send'>;
  /** A user as answers of the project show it; undefined when there is none. */
  readonly showUser: (project: Project, id: string) => Promise<object | undefined>;
  /** A user as rules see them by now; undefined when they may do nothing any more. */
  readonly renewUser: IdentityProvider['renew'];
  readonly runtime: Runtime;
  readonly bundler: Bundler;
  readonly functionsStore: FunctionsStore;
  readonly versionsStore: VersionsStore;
  /** By name. */
  readonly templates: ReadonlyMap<string, Template>;
  readonly templatesStore: TemplatesStore;
  readonly deploymentsStore: DeploymentsStore;
  readonly runsStore: RunsStore;
  readonly recorder: RunRecorder;
  readonly retention: Retention;
  readonly secrets: Secrets;
  readonly monitoring: Pick<Monitoring, 'countRun' | 'lineSteps'>;
  readonly sets: FunctionSets;
  readonly answers: Answers;
  /** What makes a scheduled function run, for the transaction that changes it. */
  readonly plan: Plan;
  readonly processes: Pick<LiveProcesses, 'id' | 'gone'>;
  /** Other processes may serve the same projects. */
  readonly isShared: boolean;
  readonly onError: (error: unknown) => void;
}

/**
 * Makes a change known, after it is made: the log of changes is in another store and cannot be part of the transaction,
 * so that there is never an entry without its change.
 */
export async function recordChange(
  { database, audit, feed }: Pick<FunctionContext, 'database' | 'audit' | 'feed'>,
  author: AuditAuthor,
  change: AuditChange & { readonly project: { readonly id: string; readonly store: StoreName } },
): Promise<void> {
  const subject = functionsSubject(change.project.store);
  // This process must not run what was replaced, whatever becomes of the entry.
  feed.announce(subject);
  const steps: readonly PlainStep[] = [audit.step(author, change), ...feed.steps(subject)];
  await database.write('control', steps);
}
