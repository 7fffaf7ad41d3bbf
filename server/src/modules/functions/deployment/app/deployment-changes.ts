import type { Project } from '../../../../callers/index.ts';
import type { FunctionDefinition } from '../../definitions/function-definition.ts';
import { handlerFile, isHandlerName } from '../../definitions/handler-name.ts';
import type { DeploymentContext } from '../deployment-context.ts';
import { mergeOptions } from '../options/merge-options.ts';
import { type DeployOptions, findReplaceable, sameVersion } from './deployment-steps.ts';
import type { PreparedFunction } from './prepare-functions.ts';

export interface NameChanges {
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly removed: readonly string[];
}

export interface FunctionChanges {
  readonly functions: NameChanges;
  /** Handlers by file name. */
  readonly webhooks: NameChanges;
}

/** Throws `duplicate` as the deployment itself does. */
export async function deploymentChanges(
  context: DeploymentContext,
  project: Project,
  prepared: readonly PreparedFunction[],
  options: DeployOptions,
): Promise<FunctionChanges> {
  const added: string[] = [];
  const changed: string[] = [];
  for (const one of prepared) {
    const { definition } = await findReplaceable(context, { project, name: one.name, ...options });
    if (definition === undefined) added.push(one.name);
    else if (!(await isInForce(context, project, definition, one))) changed.push(one.name);
  }
  const names = new Set(prepared.map(({ name }) => name));
  const removed = (await context.functionsStore.deployed(project.store)).filter((name) => !names.has(name));
  const all = { added, changed, removed };
  return { functions: only(all, false), webhooks: only(all, true) };
}

async function isInForce(
  context: DeploymentContext,
  project: Project,
  before: FunctionDefinition,
  { name, options, version }: PreparedFunction,
): Promise<boolean> {
  if (before.origin !== 'deployment') return false;
  if ((await sameVersion(context, project, before, version)) === undefined) return false;
  const current = { id: before.versionId, number: before.version, deployedAt: before.deployedAt };
  const change = { name, body: options, origin: 'deployment', nowMs: context.clock.now(), version: current } as const;
  const after = mergeOptions(before, change);
  return OPTIONS.every((option) => after[option] === before[option]);
}

const OPTIONS = ['trigger', 'access', 'schedule', 'timezone', 'timeoutMs', 'retries', 'description'] as const;

function only(changes: NameChanges, isHandler: boolean): NameChanges {
  const shown = (names: readonly string[]): string[] =>
    names
      .filter((name) => isHandlerName(name) === isHandler)
      .map((name) => (isHandler ? handlerFile(name) : name))
      .sort();
  return { added: shown(changes.added), changed: shown(changes.changed), removed: shown(changes.removed) };
}
