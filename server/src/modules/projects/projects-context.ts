import type { Project } from '../../callers/index.ts';
import type { Addresses } from '../../config/index.ts';
import type { ChangeFeed, Database, PlainStep, StoreName } from '../../database/index.ts';
import { isNotApplied } from '../../database/index.ts';
import type { Clock } from '../../platform/clock.ts';
import { isoTime } from '../../platform/clock.ts';
import { ServiceError } from '../../platform/errors.ts';
import type { LastUses } from '../../platform/last-uses.ts';
import type { Audit, AuditAuthor, AuditChange } from '../audit/index.ts';
import type { Operators } from '../operators/index.ts';
import type { AppDomains } from './app-domains.ts';
import type { AskTexts } from './domain-proof.ts';
import type { DomainsStore } from './domains-store.ts';
import type { KeysStore } from './keys-store.ts';
import type { MembersStore } from './members-store.ts';
import type { ProjectCache } from './project-cache.ts';
import type { ProjectsStore } from './projects-store.ts';
import type { UsageSources } from './usage.ts';

export interface ProjectsContext {
  readonly database: Database;
  readonly clock: Clock;
  readonly ids: () => string;
  readonly audit: Audit;
  readonly feed: ChangeFeed;
  readonly operators: Operators;
  readonly cache: ProjectCache;
  readonly projectsStore: ProjectsStore;
  readonly domainsStore: DomainsStore;
  readonly appDomains: AppDomains;
  readonly keysStore: KeysStore;
  readonly membersStore: MembersStore;
  readonly keyUses: LastUses;
  readonly addresses: Addresses;
  readonly projectsPerAccount: number;
  readonly askTexts: AskTexts;
  readonly masterKey: Uint8Array;
  readonly dependents: ProjectDependents;
  readonly placeSteps: (store: StoreName) => Promise<readonly PlainStep[]>;
  readonly askToConfirm: (project: Project, email: string) => Promise<void>;
  readonly usage: UsageSources;
  readonly lastDay: LastDay;
  readonly onError: (error: unknown) => void;
}

export type LastDay = (
  stores: readonly StoreName[],
) => Promise<
  ReadonlyMap<string, { readonly requests: number; readonly errors: number; readonly storageBytes: number }>
>;

export interface ProjectDependents {
  /** Steps that remove it from the control store in the transaction that deletes the project. */
  steps(store: StoreName): readonly PlainStep[];
  /** Releases it from the memory of this process; called in every process. Idempotent. */
  forget(store: StoreName): Promise<void>;
  /** Stores that are still being filled and belong to no project yet. */
  futureStores(): Promise<readonly StoreName[]>;
}

export function goneSubject(store: StoreName): string {
  return `project-gone:${store}`;
}

export function projectSubject(store: StoreName): string {
  return `project:${store}`;
}

export interface ProjectChange extends Omit<AuditChange, 'project'> {
  readonly project: { readonly id: string; readonly store: StoreName };
  readonly steps: readonly PlainStep[];
  /** Applies the change only while the project is in this version; otherwise fails as `not_applied`, named `version`. */
  readonly version?: number;
}

type Commit<Result> = (steps: readonly PlainStep[]) => Promise<Result>;

/** Changes a project or its data together with an audit entry. The change applies to every request from the answer on. */
export async function changeProject<Result = unknown>(
  context: ProjectsContext,
  author: AuditAuthor,
  change: ProjectChange & { readonly commit?: Commit<Result> },
): Promise<Result> {
  const { project, steps, version, commit = commitTo(context) as Commit<Result>, ...entry } = change;
  const subject = projectSubject(project.store);
  try {
    return await commit([
      context.projectsStore.touchStep(project.store, isoTime(context.clock.now()), version),
      ...steps,
      context.audit.step(author, { ...entry, project }),
      ...context.feed.steps(subject),
    ]);
  } catch (error) {
    if (isNotApplied(error, 'project')) throw new ServiceError('project_not_found', 'There is no such project.');
    throw error;
  }
}

function commitTo({ database }: ProjectsContext): Commit<unknown> {
  return (steps) => database.write('control', steps);
}

export async function forget({ dependents, onError }: ProjectsContext, store: StoreName): Promise<void> {
  try {
    await dependents.forget(store);
  } catch (error) {
    onError(error);
  }
}
