import type { DeploymentContext } from './deployment/deployment-context.ts';
import type { InvokeContext } from './entrances/invoke/invoke-function.ts';
import type { JobsContext } from './entrances/later/manage-jobs.ts';
import type { RunNowContext } from './entrances/run-now.ts';
import type { Secrets } from './secrets/secrets.ts';

/** Context of all actions on functions; each part of the module declares what it needs. */
export interface FunctionsContext extends InvokeContext, RunNowContext, JobsContext, DeploymentContext {
  readonly secrets: Secrets;
}
