import type { ArchiveSection } from '../../archiving/index.ts';
import type { Project } from '../../callers/index.ts';
import type { ChangeFeed } from '../../database/change-feed.ts';
import type { Database, StoreName } from '../../database/database.ts';
import type { LiveProcesses } from '../../database/live-processes.ts';
import type { Route } from '../../http/index.ts';
import type { Jobs } from '../../jobs/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Confinement } from '../../platform/confinement/index.ts';
import type { MaybePromise } from '../../platform/when-ready.ts';
import type { Audit, AuditAuthor } from '../audit/index.ts';
import type { Inbox } from '../inbox/index.ts';
import type { Rows } from '../rows/index.ts';
import type { Storage } from '../storage/index.ts';
import { createFunctionSection } from './archive/function-section.ts';
import { createBundler } from './deploy/bundle-source.ts';
import { type Deploy, type Deployed, putFunction } from './deploy/put-function.ts';
import { callableNames } from './deploy/show-functions.ts';
import { type AppFunctions, createAppFunctions } from './deployments/app-functions.ts';
import { createDeploymentsStore } from './deployments/deployments-store.ts';
import type { FunctionContext, Plan } from './function-context.ts';
import { createFunctionSets, storeOfFunctions } from './function-sets.ts';
import { createFunctionsStore } from './functions-store.ts';
import { createAnswers } from './invoke/answers.ts';
import { functionRoutes } from './routes.ts';
import { loseRuns } from './runs/lose-runs.ts';
import { createRetention } from './runs/retention.ts';
import { RunRecorder } from './runs/run-recorder.ts';
import { createRunsStore } from './runs/runs-store.ts';
import type { Runtime } from './runtime/index.ts';
import { createSchedules } from './schedules/schedules.ts';
import {
  type FunctionsInput,
  type FunctionsPlan,
  type FunctionsState,
  planFunctions,
  readFunctions,
} from './schema-options.ts';
import { createSecrets } from './secrets/secrets.ts';
import type { Template } from './templates/template.ts';
import { createTemplatesStore } from './templates/templates-store.ts';
import { createVersionsStore } from './versions-store.ts';

export interface Functions {
  readonly routes: readonly Route[];
  /** Deploys a function, or changes its options alone. Throws `invalid_source`, `invalid_schedule`, `validation_failed`. */
  put(author: AuditAuthor, deploy: Deploy): Promise<Deployed>;
  /** The functions that an app may call: of kind `http`, switched on, and not `private`. */
  callableNames(project: Project): Promise<readonly string[]>;
  /** The functions and handlers of the published app. */
  readonly app: AppFunctions;
  /** What archives hold of functions. */
  readonly section: ArchiveSection;
  /** The options of functions that were put by hand, as part of the project's schema. */
  readonly schema: {
    read(project: Project): Promise<FunctionsState>;
    plan(project: Project, input: FunctionsInput): Promise<FunctionsPlan>;
  };
  /** What is known of a project's runs, and their lines, is stored when this resolves. */
  flushRuns(store: StoreName): Promise<void>;
  /** Waits for scheduled runs that are under way. False: there were none. */
  settle(): Promise<boolean>;
  /** The project is gone. */
  forget(store: StoreName): Promise<void>;
  close(): Promise<void>;
}

export interface FunctionsOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly ids: () => string;
  readonly audit: Audit;
  readonly feed: ChangeFeed;
  readonly addresses: { readonly publicUrl: string };
  readonly masterKey: Uint8Array;
  readonly rows: Omit<Rows, 'routes'>;
  readonly storage: Omit<Storage, 'routes'>;
  readonly inbox: Pick<Inbox, 'send'>;
  readonly jobs: Pick<Jobs, 'enqueueLater' | 'handle'>;
  readonly findProject: (id: string) => MaybePromise<Project | undefined>;
  readonly showUser: FunctionContext['showUser'];
  readonly renewUser: FunctionContext['renewUser'];
  readonly runtime: Runtime;
  readonly confinement: Confinement;
  readonly monitoring: FunctionContext['monitoring'];
  /** Functions that the service brings. */
  readonly templateFunctions?: readonly Template[];
  /** Other values that must stay unknown, such as credentials of integrations, and where their changes are told of. */
  readonly credentials?: Credentials;
  readonly processes: Pick<LiveProcesses, 'id' | 'gone'>;
  /** Other processes may serve the same projects. */
  readonly isShared: boolean;
  readonly onError: (error: unknown) => void;
}

export interface Credentials {
  read(store: StoreName): Promise<readonly string[]>;
  /** The store whose credentials a subject of the change feed is about. */
  storeOf(subject: string): StoreName | undefined;
}

export function createFunctions(options: FunctionsOptions): Functions {
  const context = createContext(options, {
    steps: (...asked) => schedules.planSteps(...asked),
  });
  const schedules = createSchedules({ ...context, jobs: options.jobs, findProject: options.findProject });
  const { runtime, sets, recorder, retention, bundler } = context;
  options.feed.subscribe((subject) => {
    const store = storeOfFunctions(subject) ?? options.credentials?.storeOf(subject);
    if (store !== undefined) sets.forget(store);
  });
  return {
    routes: functionRoutes(context),
    put: (author, deploy) => putFunction(context, author, deploy),
    callableNames: (project) => callableNames(context, project),
    app: createAppFunctions(context),
    section: createFunctionSection({ ...context, masterKey: options.masterKey }),
    schema: {
      read: (project) => readFunctions(context, project),
      plan: (project, input) => planFunctions(context, project, input),
    },
    flushRuns: (store) => recorder.flush(store),
    settle: () => schedules.settle(),
    async forget(store) {
      sets.forget(store);
      retention.forget(store);
      await runtime.end(store);
      recorder.forget(store);
    },
    async close() {
      await runtime.close();
      await schedules.settle();
      await Promise.all([recorder.close(), retention.close(), bundler.close()]);
    },
  };
}

function createContext({ masterKey, ...options }: FunctionsOptions, plan: Plan): FunctionContext {
  const { database, clock, processes } = options;
  const runsStore = createRunsStore(database, processes.id);
  const functionsStore = createFunctionsStore(database);
  const secrets = createSecrets({ database, clock, masterKey, others: options.credentials?.read });
  const templates = new Map((options.templateFunctions ?? []).map((template) => [template.name, template]));
  const templatesStore = createTemplatesStore(database);
  const retention = createRetention({ ...options, runsStore });
  return {
    ...options,
    plan,
    functionsStore,
    templates,
    templatesStore,
    versionsStore: createVersionsStore(database),
    deploymentsStore: createDeploymentsStore(database),
    runsStore,
    secrets,
    bundler: createBundler(options.confinement),
    recorder: new RunRecorder({ ...options, ...options.monitoring, runsStore }),
    retention,
    answers: createAnswers({ database, clock, processes }),
    sets: createFunctionSets({
      functionsStore,
      templates,
      templatesStore,
      openSecrets: secrets.open,
      onFirst: async (store) => {
        try {
          if (!(await runsStore.isAnythingLeft(store))) return false;
          await loseRuns({ database, runsStore, clock, processes }, store);
          await retention.ensure(store);
          return true;
        } catch (error) {
          // What cannot be written down now is no reason to run nothing.
          options.onError(error);
          return false;
        }
      },
    }),
  };
}
