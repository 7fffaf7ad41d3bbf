import type { Static } from 'typebox';
import { isDatabaseFailure, isNotApplied } from '../../database/index.ts';
import type { Answer, MemberCall } from '../../http/index.ts';
import { ServiceError } from '../../platform/errors.ts';
import type { FunctionsPlan } from '../functions/index.ts';
import type { PlanStep, TablesPlan } from '../tables/index.ts';
import { revisionOf } from './revision.ts';
import type { SchemaContext } from './schema-context.ts';
import { readSchema, type schemaInput } from './schema-document.ts';

const TRIES = 10;

type PutCall = MemberCall<{ readonly dry_run?: boolean; readonly confirm?: string }, Static<typeof schemaInput>>;

interface PlannedSchema {
  readonly tables: TablesPlan;
  readonly functions: FunctionsPlan;
  readonly steps: readonly PlanStep[];
  readonly revision: string;
}

/** Throws `conflict` when `If-Match` differs. Losing rows or values requires the project's id as confirmation. */
export async function putSchema(context: SchemaContext, call: PutCall): Promise<Answer> {
  let matched: readonly PlanStep[] | undefined;
  for (let tries = 0; tries < TRIES; ) {
    const planned = await plan(context, call);
    // Changes that this request has prepared have changed the revision.
    if (matched === undefined) requireMatch(call, planned.revision);
    else requireKnown(matched, planned);
    if (call.query.dry_run === true || planned.steps.length === 0) return answer(planned, false, planned.revision);
    requireRights(call, planned);
    requireConfirmation(call, planned.steps);
    const prepared = await planned.tables.prepare(call);
    if (typeof prepared === 'object') return accepted(planned, prepared.change);
    if (prepared === 'prepared') {
      matched = planned.steps;
      continue;
    }
    tries += 1;
    if (prepared === 'outdated') continue;
    if (await apply(context, call, planned)) {
      return answer(planned, true, (await readSchema(context, call.project)).revision);
    }
  }
  throw new ServiceError('overloaded', 'The tables of this project are being changed too often at the moment.');
}

async function plan({ tables, functions }: SchemaContext, { project, body }: PutCall): Promise<PlannedSchema> {
  const tablesPlan = await tables.schema.plan(project, body.tables);
  const functionsPlan = await functions.schema.plan(project, body.functions ?? {});
  return {
    tables: tablesPlan,
    functions: functionsPlan,
    steps: [...tablesPlan.steps, ...functionsPlan.steps],
    revision: revisionOf(tablesPlan.state, functionsPlan.state),
  };
}

/** Returns false when another change came first, so that the plan must be made again. */
async function apply({ functions }: SchemaContext, call: PutCall, planned: PlannedSchema): Promise<boolean> {
  const { store } = call.project;
  const changed = planned.steps.map(({ action, table, column, function: name }) =>
    [action, [table, column].filter(Boolean).join('.') || name].join(' '),
  );
  try {
    const applied = planned.tables.apply(call, await planned.functions.changeSteps(), { changed });
    const isApplied = await functions.app.committed(store, applied);
    if (isApplied && planned.functions.steps.length > 0) await functions.app.announceChange(store);
    return isApplied;
  } catch (error) {
    if (isNotApplied(error, 'function') || isDatabaseFailure(error, 'stale_schema')) return false;
    throw error;
  }
}

function requireMatch({ headers }: PutCall, revision: string): void {
  const wanted = headers['if-match'];
  if (wanted === undefined || wanted.trim() === '*') return;
  const tags = wanted.split(',').map((tag) => tag.trim().replace(/^"(.*)"$/, '$1'));
  if (tags.includes(revision)) return;
  throw changedSince(revision);
}

function changedSince(revision: string): ServiceError {
  return new ServiceError('conflict', 'The schema was changed since it was read. Check the differences again.', {
    details: { current: revision },
  });
}

/** After its own changes, a request makes only changes that were in its plan before. */
function requireKnown(matched: readonly PlanStep[], { steps, revision }: PlannedSchema): void {
  const known = new Set(matched.map(subjectOf));
  if (!steps.every((step) => known.has(subjectOf(step)))) throw changedSince(revision);
}

function subjectOf({ action, table, column, function: name }: PlanStep): string {
  return [action, table, column, name].join(' ');
}

function requireRights({ role }: PutCall, { functions }: PlannedSchema): void {
  if (role === 'viewer') throw new ServiceError('forbidden', 'A viewer may only see the differences.');
  if (role === 'editor' && functions.steps.length > 0) {
    throw new ServiceError('forbidden', 'Only an admin may change the options of functions.');
  }
}

function requireConfirmation({ project, query }: PutCall, steps: readonly PlanStep[]): void {
  const losses = steps.filter(({ loses }) => loses !== null);
  if (losses.length === 0 || query.confirm === project.id) return;
  const what = losses.map(({ detail, loses }) => `${detail} (${loses?.rows} rows)`).join(' ');
  throw new ServiceError('confirmation_required', `This loses data: ${what} Confirm it with confirm=${project.id}.`, {
    details: { plan: steps },
  });
}

function answer({ steps }: PlannedSchema, isApplied: boolean, revision: string): Answer {
  return { status: 200, body: { data: { plan: steps, applied: isApplied, revision }, count: 1 } };
}

/** Nothing has changed yet; the client sends the request again when the table change has ended. */
function accepted({ steps, revision }: PlannedSchema, change: object): Answer {
  return { status: 202, body: { data: { plan: steps, applied: false, revision, change }, count: 1 } };
}
