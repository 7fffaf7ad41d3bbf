import type { ArchiveSection } from '../../archive/sections/index.ts';
import type { Project } from '../../callers/index.ts';
import type { StoreName } from '../../database/index.ts';
import { isDatabaseFailure } from '../../database/index.ts';
import type { Route } from '../../http/index.ts';
import type { Confinement } from '../../platform/confinement/index.ts';
import type { AuditAuthor } from '../audit/index.ts';
import { createFunctionSection } from './archive/function-section.ts';
import { createFunctionSets, storeOfFunctions } from './definitions/function-sets.ts';
import { createFunctionsStore } from './definitions/functions-store.ts';
import type { Template } from './definitions/template.ts';
import { createTemplatesStore } from './definitions/templates-store.ts';
import { createVersionsStore } from './definitions/versions-store.ts';
import { type AppDeployments, createAppDeployments } from './deployment/app/app-deployments.ts';
import { createBundler } from './deployment/build/bundle-source.ts';
import { createDeploymentsStore } from './deployment/deployments-store.ts';
import { type Deploy, type DeployedFunction, putFunction } from './deployment/put-function.ts';
import {
  type FunctionsInput,
  type FunctionsPlan,
  type FunctionsState,
  planFunctions,
  readFunctions,
} from './deployment/schema-options.ts';
import { createAnswers } from './entrances/invoke/answers.ts';
import { callableNames } from './entrances/invoke/offered-functions.ts';
import { createLater, type LaterContext } from './entrances/later/later.ts';
import { createSchedules, type ScheduleContext } from './entrances/schedules/schedules.ts';
import { type AppHandlers, createAppHandlers } from './entrances/webhook/app-handlers.ts';
import { type ChangeAnswer, type ReceivedChange, receiveChange } from './entrances/webhook/receive-change.ts';
import type { FunctionsContext } from './functions-context.ts';
import { createJobQueue, type JobQueueOptions } from './jobs/job-queue.ts';
import { createReadiness } from './readiness.ts';
import { loseRuns } from './records/lose-runs.ts';
import { createRetention } from './records/retention.ts';
import { RunRecorder } from './records/run-recorder.ts';
import { createRunsStore } from './records/runs-store.ts';
import { functionRoutes } from './routes.ts';
import { createSecrets } from './secrets/secrets.ts';

export type AppFunctions = AppDeployments & AppHandlers;

export interface Functions {
  readonly routes: readonly Route[];
  /** Deploys a function, or changes only its options. Throws `invalid_source`, `invalid_schedule`, `validation_failed`. */
  put(author: AuditAuthor, deploy: Deploy): Promise<DeployedFunction>;
  /** Names of the functions that an app may call: `http` functions that are enabled and not `private`. */
  callableNames(project: Project): Promise<readonly string[]>;
  readonly app: AppFunctions;
  readonly section: ArchiveSection;
  readonly schema: {
    read(project: Project): Promise<FunctionsState>;
    plan(project: Project, input: FunctionsInput): Promise<FunctionsPlan>;
  };
  receiveChange(change: ReceivedChange): Promise<ChangeAnswer>;
  flushRuns(store: StoreName): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
  /** For tests: waits for running scheduled runs and runs all due jobs. False when there were none. */
  runUntilIdle(): Promise<boolean>;
  settle(): Promise<void>;
  tryOut(): Promise<void>;
  /** One sentence on why deployed functions cannot start; undefined when they can. */
  problem(): Promise<string | undefined>;
  forget(store: StoreName): Promise<void>;
  close(): Promise<void>;
}

type Dependency =
  | 'database'
  | 'clock'
  | 'ids'
  | 'audit'
  | 'feed'
  | 'addresses'
  | 'rows'
  | 'storage'
  | 'inbox'
  | 'showUser'
  | 'renewUser'
  | 'runtime'
  | 'monitoring'
  | 'processes'
  | 'onError';

export interface FunctionsOptions
  extends Pick<FunctionsContext, Dependency>,
    Pick<ScheduleContext, 'jobs' | 'findProject'>,
    Pick<LaterContext, 'isShared' | 'findOwner'>,
    Pick<JobQueueOptions, 'waitingMax'> {
  readonly masterKey: Uint8Array;
  readonly confinement: Confinement;
  readonly templateFunctions?: readonly Template[];
  /** Further values to redact, such as credentials of integrations, and the feed subjects that announce their changes. */
  readonly credentials?: Credentials;
}

export interface Credentials {
  read(store: StoreName): Promise<readonly string[]>;
  storeOf(subject: string): StoreName | undefined;
}

export function createFunctions(options: FunctionsOptions): Functions {
  const running = createRunning(options);
  const schedules = createSchedules(running);
  const later = createLater({ ...options, ...running });
  const { database, confinement, masterKey } = options;
  const bundler = createBundler(confinement);
  const context: FunctionsContext = {
    ...running,
    bundler,
    deploymentsStore: createDeploymentsStore(database),
    plan: { steps: schedules.planSteps },
    noteWork: running.queue.noteWork,
    wake: running.queue.wake,
  };
  const { runtime, sets, recorder, retention } = running;
  const readiness = createReadiness({ ...context, confinement });
  options.feed.subscribe((subject) => {
    const store = storeOfFunctions(subject) ?? options.credentials?.storeOf(subject);
    if (store !== undefined) sets.forget(store);
  });
  return {
    routes: functionRoutes(context),
    put: (author, deploy) => putFunction(context, author, deploy),
    callableNames: (project) => callableNames(context, project),
    app: { ...createAppDeployments(context), ...createAppHandlers(context) },
    section: createFunctionSection({ ...context, jobsStore: running.queue.jobsStore, masterKey }),
    schema: {
      read: (project) => readFunctions(context, project),
      plan: (project, input) => planFunctions(context, project, input),
    },
    receiveChange: (change) => receiveChange({ ...running, findOwner: options.findOwner }, change),
    flushRuns: (store) => recorder.flush(store),
    start: () => later.start(),
    stop: async () => {
      schedules.stop();
      await later.stop();
    },
    runUntilIdle: async () => {
      const hasRun = await later.runUntilIdle();
      return (await schedules.settle()) || hasRun;
    },
    settle: async () => {
      await schedules.settle();
    },
    // The confinement keeps the failure as a problem that `problem` reports.
    tryOut: () => runtime.tryOut().catch(() => undefined),
    problem: readiness.problem,
    async forget(store) {
      sets.forget(store);
      retention.forget(store);
      await later.forget(store);
      await runtime.end(store);
      recorder.forget(store);
    },
    async close() {
      await runtime.close();
      await schedules.settle();
      await Promise.all([recorder.close(), retention.close(), bundler.close(), sets.settle()]);
    },
  };
}

function createRunning(options: FunctionsOptions) {
  const { database, clock, ids, audit, feed, addresses, processes, masterKey, jobs, findProject, onError } = options;
  const { runtime, monitoring, rows, storage, inbox, showUser, renewUser } = options;
  const runsStore = createRunsStore(database, processes.id);
  const functionsStore = createFunctionsStore(database);
  const secrets = createSecrets({ database, clock, masterKey, others: options.credentials?.read });
  const templates = new Map((options.templateFunctions ?? []).map((template) => [template.name, template]));
  const templatesStore = createTemplatesStore(database);
  const retention = createRetention({ database, clock, jobs, runsStore, onError });
  const { isShared, waitingMax } = options;
  const queue = createJobQueue({ database, clock, ids, owner: processes.id, isShared, waitingMax });
  return {
    database,
    clock,
    ids,
    audit,
    feed,
    addresses,
    processes,
    jobs,
    findProject,
    runtime,
    monitoring,
    rows,
    storage,
    inbox,
    showUser,
    renewUser,
    onError,
    functionsStore,
    templates,
    templatesStore,
    versionsStore: createVersionsStore(database),
    queue,
    jobsStore: queue.jobsStore,
    orderJob: queue.order,
    runsStore,
    secrets,
    recorder: new RunRecorder({ database, runsStore, lineSteps: monitoring.lineSteps, onError }),
    retention,
    answers: createAnswers({ database, clock, processes }),
    sets: createFunctionSets({
      functionsStore,
      templates,
      templatesStore,
      openSecrets: secrets.open,
      onFirst: (store) => cleanUpRuns({ database, clock, processes, runsStore, retention, onError }, store),
    }),
  };
}

/** Returns false when the next read should try again. Never rejects. */
async function cleanUpRuns(
  context: Pick<FunctionsContext, 'database' | 'clock' | 'processes' | 'runsStore' | 'retention' | 'onError'>,
  store: StoreName,
): Promise<boolean> {
  const { runsStore, retention, onError } = context;
  try {
    if (!(await runsStore.isAnythingLeft(store))) return false;
    await loseRuns(context, store);
    await retention.ensure(store);
    return true;
  } catch (error) {
    // The runs of a deleted project were deleted with it.
    if (!isDatabaseFailure(error, 'dropped')) onError(error);
    return false;
  }
}
