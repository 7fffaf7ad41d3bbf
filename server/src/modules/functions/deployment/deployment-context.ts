import type { Project } from '../../../callers/index.ts';
import type { PlainStep } from '../../../database/index.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { FunctionDefinition } from '../definitions/function-definition.ts';
import type { FunctionsStore } from '../definitions/functions-store.ts';
import type { ChangeContext } from '../definitions/record-change.ts';
import type { TemplatesContext } from '../definitions/unlisted-templates.ts';
import type { VersionsStore } from '../definitions/versions-store.ts';
import type { JobsStore } from '../jobs/jobs-store.ts';
import type { RunRecorder } from '../records/run-recorder.ts';
import type { RunsStore } from '../records/runs-store.ts';
import type { Runtime } from '../runtime/index.ts';
import type { Bundler } from './build/bundle-source.ts';
import type { DeploymentsStore } from './deployments-store.ts';

export interface DeploymentContext extends ChangeContext, TemplatesContext {
  readonly clock: Clock;
  readonly ids: () => string;
  readonly runtime: Runtime;
  readonly bundler: Bundler;
  readonly functionsStore: FunctionsStore;
  readonly versionsStore: VersionsStore;
  readonly deploymentsStore: DeploymentsStore;
  readonly jobsStore: JobsStore;
  readonly runsStore: RunsStore;
  readonly recorder: RunRecorder;
  readonly plan: Plan;
}

export interface Plan {
  steps(
    project: Project,
    before: FunctionDefinition | undefined,
    after: FunctionDefinition,
  ): Promise<readonly PlainStep[]>;
}
