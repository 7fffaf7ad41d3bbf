import type { Project } from '../../../../callers/index.ts';
import type { PlainStep } from '../../../../database/index.ts';
import { isoTime } from '../../../../platform/clock.ts';
import { ServiceError } from '../../../../platform/errors.ts';
import type { FunctionDefinition } from '../../definitions/function-definition.ts';
import { failJobsSteps } from '../../jobs/fail-jobs.ts';
import type { DeploymentContext } from '../deployment-context.ts';
import type { DeployedFunction } from '../deployments-store.ts';
import { mergeOptions } from '../options/merge-options.ts';
import type { PreparedFunction } from './prepare-functions.ts';

export interface DeployOptions {
  /** Takes over a function that was deployed by hand instead of failing with `duplicate`. */
  readonly isAdopting?: boolean;
}

/** Leaves functions that were deployed by hand. Throws `duplicate` when one of them has the name of a new one. */
export async function deploySteps(
  context: DeploymentContext,
  {
    project,
    deploymentId,
    prepared,
    isAdopting = false,
  }: { project: Project; deploymentId: string; prepared: readonly PreparedFunction[] } & DeployOptions,
): Promise<readonly PlainStep[]> {
  const { store } = project;
  const steps: PlainStep[] = [];
  for (const { name, options, version } of prepared) {
    const { definition, newest } = await findReplaceable(context, { project, name, isAdopting });
    const same = await sameVersion(context, project, definition, version);
    const deployed = { name, options, version: same ?? { id: version.id, number: newest + 1 } };
    steps.push(...(await activationSteps(context, project, definition, deployed)));
    if (same === undefined) steps.push(context.versionsStore.insertStep(name, { ...version, number: newest + 1 }));
    steps.push(context.deploymentsStore.insertStep(deploymentId, deployed));
  }
  const removed = await removeSteps(context, store, new Set(prepared.map(({ name }) => name)));
  return [...steps, ...removed, context.versionsStore.deleteUnusedStep()];
}

export async function restoreSteps(
  context: DeploymentContext,
  project: Project,
  deploymentId: string,
): Promise<readonly PlainStep[]> {
  const functions = await context.deploymentsStore.list(project.store, deploymentId);
  const steps: PlainStep[] = [];
  for (const deployed of functions) {
    const { definition } = await findReplaceable(context, { project, name: deployed.name });
    steps.push(context.versionsStore.requireStep(deployed.version.id));
    steps.push(...(await activationSteps(context, project, definition, deployed)));
  }
  return [...steps, ...(await removeSteps(context, project.store, new Set(functions.map(({ name }) => name))))];
}

/** Throws `duplicate` for a name that a function deployed by hand has, unless the deployment takes it over. */
export async function findReplaceable(
  { functionsStore }: DeploymentContext,
  { project, name, isAdopting = false }: { project: Project; name: string } & DeployOptions,
) {
  const found = await functionsStore.find(project.store, name);
  if (found.definition?.origin !== 'api' || isAdopting) return found;
  throw new ServiceError(
    'duplicate',
    `The name ${name} is taken by a function that was deployed by hand. Delete that one, rename functions/${name}, or take it over with adopt=true.`,
  );
}

/** A module that is already active creates no new version. */
export async function sameVersion(
  { versionsStore }: DeploymentContext,
  { store }: Project,
  definition: FunctionDefinition | undefined,
  wanted: PreparedFunction['version'],
) {
  const current = definition && (await versionsStore.get(store, definition.versionId));
  const isSame = current?.module === wanted.module && current.sourceMap === wanted.sourceMap;
  return isSame ? { id: current.id, number: current.number } : undefined;
}

async function activationSteps(
  { clock, functionsStore, plan }: DeploymentContext,
  project: Project,
  before: FunctionDefinition | undefined,
  { name, options, version }: DeployedFunction,
): Promise<readonly PlainStep[]> {
  const nowMs = clock.now();
  const isKept = before?.versionId === version.id;
  const deployedAt = isKept ? before.deployedAt : isoTime(nowMs);
  const change = { name, body: options, origin: 'deployment', nowMs, version: { ...version, deployedAt } } as const;
  const after = { ...mergeOptions(before, change), origin: change.origin };
  return [functionsStore.saveStep(before, after), ...(await plan.steps(project, before, after))];
}

async function removeSteps(
  { functionsStore, jobsStore, clock }: DeploymentContext,
  store: Project['store'],
  kept: ReadonlySet<string>,
): Promise<readonly PlainStep[]> {
  const removed = (await functionsStore.deployed(store)).filter((name) => !kept.has(name));
  const nowMs = clock.now();
  const failed = await Promise.all(
    removed.map((functionName) => failJobsSteps(jobsStore, { store, functionName, nowMs })),
  );
  return [...removed.map((name) => functionsStore.deleteStep(name)), ...failed.flat()];
}
