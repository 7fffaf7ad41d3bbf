import type { DeploymentContext } from './deployment/deployment-context.ts';
import type { InvokeContext } from './entrances/invoke/invoke-function.ts';
import type { JobsContext } from './entrances/later/manage-jobs.ts';
import type { RunNowContext } from './entrances/run-now.ts';
import type { Secrets } from './secrets/secrets.ts';

export interface FunctionsContext extends InvokeContext, RunNowContext, JobsContext, DeploymentContext {
  readonly secrets: Secrets;
}
