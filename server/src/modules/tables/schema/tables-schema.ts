import type { Project } from '../../../callers/index.ts';
import type { PlainStep, TableDefinition } from '../../../database/index.ts';
import { countInTheWay, isDatabaseFailure } from '../../../database/index.ts';
import { isoTime } from '../../../platform/clock.ts';
import type { Author } from '../author.ts';
import type { Catalogue } from '../catalogue.ts';
import { requireTable, requireUnused } from '../change-tables.ts';
import { presentWithProgress } from '../changes/present-change.ts';
import { rowsOfLarge } from '../list-tables.ts';
import { recordChange } from '../record-change.ts';
import { withUnbuilt } from '../table-plans.ts';
import type { TablesContext } from '../tables-context.ts';
import { describeTarget } from './describe-target.ts';
import type { PlanStep, UncountedStep } from './plan-step.ts';
import { prepareLargeTables } from './prepare-large-tables.ts';
import { presentTables } from './present-schema.ts';
import type { TablesInput } from './schema-input.ts';
import { schemaSteps } from './schema-steps.ts';
import { type TableTarget, targetTables } from './target-tables.ts';

export interface TablesState {
  readonly tables: Readonly<Record<string, object>>;
  readonly fingerprint: string;
}

export interface TablesPlan {
  readonly state: TablesState;
  readonly steps: readonly PlanStep[];
  /** Comes before everything else. Plan again after `prepared` and `outdated`. Throws when rows are in the way. */
  prepare(author: Author): Promise<'none' | 'prepared' | 'outdated' | { readonly change: object }>;
  /** Applies the changes in one transaction with other steps. False when the tables changed after planning. */
  apply(author: Author, alongside: readonly PlainStep[], details: Readonly<Record<string, unknown>>): Promise<boolean>;
}

const TRIES = 5;

export async function readTables({ cache }: TablesContext, project: Project): Promise<TablesState> {
  return stateOf(await cache.get(project.store));
}

/** Throws `validation_failed`, `unknown_column`, `invalid_filter`, `duplicate`, `in_use`. */
export async function planTables(context: TablesContext, project: Project, input: TablesInput): Promise<TablesPlan> {
  const { cache, clock, ids } = context;
  for (let tries = 1; ; tries += 1) {
    const catalogue = await cache.get(project.store);
    const targets = targetTables(catalogue, input, { now: isoTime(clock.now()), ids });
    for (const { before, after } of targets) {
      if (before !== undefined && after === undefined) {
        await requireUnused(context, project, requireTable(catalogue, before.definition.name));
      }
    }
    try {
      const steps = await countLosses(context, project, catalogue.version, targets.flatMap(describeTarget));
      const planned = { catalogue, targets };
      return {
        state: stateOf(catalogue),
        steps,
        prepare: (author) => prepare(context, project, author, planned),
        apply: applying(context, project, planned),
      };
    } catch (error) {
      if (tries === TRIES || !isDatabaseFailure(error, 'stale_schema')) throw error;
      await cache.reload(project.store, catalogue.version);
    }
  }
}

function stateOf(catalogue: Catalogue): TablesState {
  const stored = [...catalogue.stored.values()].map(
    ({ definition: { watched: _, pending: __, unbuilt: ___, ...definition }, rules }) => ({
      definition,
      rules,
    }),
  );
  stored.sort((one, other) => (one.definition.id < other.definition.id ? -1 : 1));
  return { tables: presentTables(catalogue), fingerprint: JSON.stringify(stored) };
}

interface PlannedTables {
  readonly catalogue: Catalogue;
  readonly targets: readonly TableTarget[];
}

async function prepare(
  context: TablesContext,
  project: Project,
  author: Author,
  planned: PlannedTables,
): ReturnType<TablesPlan['prepare']> {
  try {
    const outcome = await prepareLargeTables(context, { project, author, ...planned });
    if (outcome === undefined) return 'none';
    return 'change' in outcome ? { change: await presentWithProgress(context, project, outcome.change) } : 'prepared';
  } catch (error) {
    if (!isDatabaseFailure(error, 'stale_schema')) throw error;
    await context.cache.reload(project.store, planned.catalogue.version);
    return 'outdated';
  }
}

function applying(
  context: TablesContext,
  project: Project,
  { catalogue, targets }: PlannedTables,
): TablesPlan['apply'] {
  return async (author, alongside, details) => {
    try {
      const later: TableTarget[] = [];
      for (const target of targets) later.push(await deferWork(context, project, catalogue, target));
      const { steps, refusals } = schemaSteps(context.ddl, later);
      await context.changes.change(project, ({ version }) => {
        if (version !== catalogue.version) throw new ChangedMeanwhile();
        return { steps: [...steps, ...alongside], refusals, result: undefined };
      });
    } catch (error) {
      if (error instanceof ChangedMeanwhile) return false;
      if (!isDatabaseFailure(error, 'stale_schema')) throw error;
      await context.cache.reload(project.store, catalogue.version);
      return false;
    }
    await recordChange(context, author, { project, action: 'schema.apply', target: project.id, details });
    return true;
  };
}

/** Leaves work that a large table does not need yet to a change that the service starts afterwards. */
async function deferWork(
  context: TablesContext,
  project: Project,
  catalogue: Catalogue,
  target: TableTarget,
): Promise<TableTarget> {
  const { before, after } = target;
  if (before === undefined || after === undefined) return target;
  const deferred = withUnbuilt(context.ddl, catalogue, { before, after });
  if (deferred.definition.unbuilt?.length === (after.definition.unbuilt?.length ?? 0)) return target;
  const table = requireTable(catalogue, before.definition.name);
  const rows = await rowsOfLarge(context, project, table, catalogue.version);
  return rows === undefined ? target : { before, after: deferred };
}

class ChangedMeanwhile extends Error {}

async function countLosses(
  { database }: TablesContext,
  { store }: Project,
  version: number,
  steps: readonly UncountedStep[],
): Promise<readonly PlanStep[]> {
  const byTable = new Map<TableDefinition, UncountedStep[]>();
  for (const step of steps) {
    if (step.losing !== undefined) byTable.set(step.losing.table, [...(byTable.get(step.losing.table) ?? []), step]);
  }
  const lost = new Map<UncountedStep, number>();
  for (const [table, losing] of byTable) {
    const checks = losing.flatMap((step) => step.losing?.check ?? []);
    const { json } = await database.list(store, countInTheWay(database.dialect, table, checks), version);
    const counts = JSON.parse(json) as Readonly<Record<string, number>>;
    for (const [index, step] of losing.entries()) lost.set(step, Number(counts[`_${index}`] ?? 0));
  }
  return steps.map((step) => {
    const { losing: _, ...shown } = step;
    const rows = lost.get(step);
    return { ...shown, loses: rows === undefined ? null : { rows } };
  });
}
