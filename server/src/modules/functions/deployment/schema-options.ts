import { type Static, Type } from 'typebox';
import type { Project } from '../../../callers/index.ts';
import type { PlainStep } from '../../../database/index.ts';
import { ServiceError, validationFailed } from '../../../platform/errors.ts';
import { accessOpens, type PlanStep, placed } from '../../tables/index.ts';
import type { FunctionDefinition } from '../definitions/function-definition.ts';
import { isHandlerName } from '../definitions/handler-name.ts';
import type { DeploymentContext } from './deployment-context.ts';
import { functionOptions } from './options/function-schemas.ts';
import { mergeOptions } from './options/merge-options.ts';

export const functionsInput = Type.Record(Type.String(), functionOptions);
export type FunctionsInput = Static<typeof functionsInput>;

export interface FunctionsState {
  readonly functions: Readonly<Record<string, object>>;
  readonly fingerprint: string;
}

export interface FunctionsPlan {
  readonly state: FunctionsState;
  readonly steps: readonly PlanStep[];
  changeSteps(): Promise<readonly PlainStep[]>;
}

export async function readFunctions(context: DeploymentContext, project: Project): Promise<FunctionsState> {
  return stateOf(await ownFunctions(context, project));
}

/** Leaves functions that the input does not name as they are. Throws `validation_failed`, `invalid_schedule`. */
export async function planFunctions(
  context: DeploymentContext,
  project: Project,
  input: FunctionsInput,
): Promise<FunctionsPlan> {
  const current = new Map((await ownFunctions(context, project)).map((definition) => [definition.name, definition]));
  const unknown = Object.keys(input).filter((name) => !current.has(name));
  if (unknown.length > 0) {
    const problem = 'is not a function that was deployed individually: deploy its source first';
    throw validationFailed(Object.fromEntries(unknown.map((name) => [`functions.${name.slice(0, 64)}`, problem])));
  }
  const changes = Object.entries(input).flatMap(([name, body]) => {
    const before = current.get(name);
    if (before === undefined) return [];
    const after = merged(before, body, context.clock.now());
    return changedOptions(before, after).length === 0 ? [] : [{ before, after }];
  });
  return {
    state: stateOf([...current.values()]),
    steps: changes.map(({ before, after }) => ({
      action: 'set_function',
      function: after.name,
      detail: `${changedOptions(before, after).join(', ')}.`,
      loses: null,
      opens: opens(before, after),
    })),
    async changeSteps() {
      const steps: PlainStep[] = [];
      for (const { before, after } of changes) {
        steps.push(
          context.functionsStore.saveStep(before, after),
          ...(await context.plan.steps(project, before, after)),
        );
      }
      return steps;
    },
  };
}

async function ownFunctions({ functionsStore }: DeploymentContext, { store }: Project) {
  return (await functionsStore.all(store)).filter(({ name, origin }) => origin === 'api' && !isHandlerName(name));
}

function merged(before: FunctionDefinition, body: FunctionsInput[string], nowMs: number): FunctionDefinition {
  const usual = {
    access: 'public',
    schedule: null,
    timezone: 'UTC',
    timeout_ms: null,
    retries: 0,
    description: null,
    enabled: true,
  };
  const version = { id: before.versionId, number: before.version, deployedAt: before.deployedAt };
  try {
    const wanted = { ...usual, ...body };
    return mergeOptions(before, { name: before.name, body: wanted, origin: before.origin, nowMs, version });
  } catch (error) {
    throw error instanceof ServiceError ? placed(`functions.${before.name}`, error) : error;
  }
}

function stateOf(definitions: readonly FunctionDefinition[]): FunctionsState {
  const functions = Object.fromEntries(
    definitions
      .toSorted((a, b) => (a.name < b.name ? -1 : 1))
      .map((definition) => [definition.name, shortForm(definition)]),
  );
  return { functions, fingerprint: JSON.stringify(functions) };
}

function shortForm(definition: FunctionDefinition): object {
  const { trigger, access, schedule, timezone, timeoutMs, retries, description, enabled } = definition;
  return {
    trigger,
    ...(access !== 'public' && { access }),
    ...(schedule !== null && { schedule }),
    ...(timezone !== 'UTC' && { timezone }),
    ...(timeoutMs !== null && { timeout_ms: timeoutMs }),
    ...(retries !== 0 && { retries }),
    ...(description !== null && { description }),
    ...(!enabled && { enabled }),
  };
}

const OPTIONS = [
  'trigger',
  'access',
  'schedule',
  'timezone',
  'timeoutMs',
  'retries',
  'description',
  'enabled',
] as const;

function changedOptions(before: FunctionDefinition, after: FunctionDefinition): readonly string[] {
  return OPTIONS.filter((option) => before[option] !== after[option]).map(
    (option) => `${option === 'timeoutMs' ? 'timeout_ms' : option} ${JSON.stringify(after[option])}`,
  );
}

/** `access` applies to `http` functions only; anybody can call a webhook function. */
function opens(before: FunctionDefinition, after: FunctionDefinition): boolean {
  return accessOpens(reach(before), reach(after));
}

function reach({ trigger, access, enabled }: FunctionDefinition): string {
  if (!enabled || trigger === 'scheduled') return 'private';
  return trigger === 'webhook' ? 'public' : access;
}
