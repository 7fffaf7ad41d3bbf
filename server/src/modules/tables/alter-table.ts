import { isDatabaseFailure } from '../../database/index.ts';
import type { Table } from '../../database/schema/index.ts';
import { isoTime } from '../../platform/clock.ts';
import { ServiceError } from '../../platform/errors.ts';
import type { Author } from './author.ts';
import type { Catalogue, StoredTable } from './catalogue.ts';
import { keptByService, requireSeen, requireStored, requireTable, type TableAt } from './change-tables.ts';
import { growsWithRows, planChange } from './changes/plan-change.ts';
import type { StoredError, TableChange } from './changes/table-change.ts';
import { rowsOfLarge } from './list-tables.ts';
import { type AlterTableInput, planAlter } from './plan-alter.ts';
import { presentRules } from './present-table.ts';
import { recordChange } from './record-change.ts';
import { alterPlan, withUnbuilt } from './table-plans.ts';
import type { TablesContext } from './tables-context.ts';

/** The answer to a change waits at most this long for a word index to be complete. */
const SEARCH_BUILD_WAIT_MS = 500;
/** A change that takes longer is answered before it is made. */
const ANSWER_WAIT_MS = 2_000;
const TRIES = 5;

export type AlterOutcome = { readonly table: Table } | { readonly change: TableChange };

export async function alterTable(
  context: TablesContext,
  at: TableAt,
  author: Author,
  input: AlterTableInput,
): Promise<AlterOutcome> {
  const { cache, searchBuilds } = context;
  const { project, name } = at;
  if (Object.keys(input).length === 0) return { table: requireTable(await cache.get(project.store), name) };
  const rows = await longRows(context, at, input);
  // A tightened rule must not wait for its index.
  const isAtOnce = rows === undefined || changesRulesOnly(input);
  const altered = isAtOnce
    ? { table: await alterAtOnce(context, at, { author, input, rows }) }
    : await alterLater(context, at, { author, input, rows });
  await searchBuilds.settle(project.store, SEARCH_BUILD_WAIT_MS);
  return altered;
}

function changesRulesOnly(input: AlterTableInput): boolean {
  return Object.keys(input).every((part) => part === 'rules');
}

interface RequestedChange {
  readonly author: Author;
  readonly input: AlterTableInput;
  /** Present for a table so large that its users would wait: the number of its rows. */
  readonly rows?: number | undefined;
}

async function alterAtOnce(
  context: TablesContext,
  at: TableAt,
  { author, input, rows }: RequestedChange,
): Promise<Table> {
  const { changes, clock, ids, ddl } = context;
  const { project, name } = at;
  let rulesBefore: object | undefined;
  const made = await changes.change(project, (catalogue) => {
    const before = requireAlterable(catalogue, at, input);
    rulesBefore = presentRules(requireTable(catalogue, name));
    const after = planAlter(catalogue, before, input, { now: isoTime(clock.now()), ids });
    return alterPlan(ddl, catalogue, {
      before,
      after: rows === undefined ? after : withUnbuilt(ddl, catalogue, { before, after }),
      keepsTriggers: changesRulesOnly(input),
    });
  });
  // Rules can be undone from the log.
  const details = { ...input, ...(input.rules !== undefined && { before: { rules: rulesBefore } }) };
  await recordChange(context, author, { project, action: 'table.update', target: name, details });
  return requireTable(made.catalogue, made.result);
}

/** Waits for about two seconds. Throws the refusal when the rows do not fit. */
export async function alterLater(
  context: TablesContext,
  at: TableAt,
  { author, input, rows }: RequestedChange & { readonly rows: number },
): Promise<AlterOutcome> {
  const { tableChanges, cache } = context;
  const { project } = at;
  const { store } = project;
  const find = (catalogue: Catalogue): StoredTable => requireAlterable(catalogue, at, input);
  const begun = await tableChanges.begin({ project, input, author, rowsTotal: rows, find });
  const change = (await tableChanges.settle(store, begun.id, ANSWER_WAIT_MS)) ?? begun;
  if (change.error !== null) throw refusalOf(change.error);
  if (change.state === 'cancelled') throw new ServiceError('conflict', 'The change was cancelled.');
  if (change.state !== 'done') return { change };
  return { table: requireTable(await cache.get(store), input.rename ?? at.name) };
}

function refusalOf({ code, message, details }: StoredError): ServiceError {
  return new ServiceError(code, message, details === undefined ? {} : { details });
}

function requireAlterable(catalogue: Catalogue, at: TableAt, input: AlterTableInput): StoredTable {
  const before = requireStored(catalogue, at.name);
  requireSeen(at, requireTable(catalogue, at.name));
  if (before.definition.readOnly === true) requireHarmless(at.name, input);
  return before;
}

/** On tables the service fills, owners may change only the read rule and the indexes. */
function requireHarmless(name: string, { rules = {}, add_indexes: _, drop_indexes: __, ...others }: AlterTableInput) {
  const isHarmless = Object.keys(others).length === 0 && Object.keys(rules).every((action) => action === 'read');
  if (!isHarmless) throw keptByService(name);
}

/** The number of rows when the change would keep users of the table waiting; 0 when it is too large to be counted. */
async function longRows(context: TablesContext, at: TableAt, input: AlterTableInput): Promise<number | undefined> {
  const { cache, clock, ids, database } = context;
  const { dialect } = database;
  const { project } = at;
  for (let tries = 1; ; tries += 1) {
    const catalogue = await cache.get(project.store);
    const before = requireAlterable(catalogue, at, input);
    const planned = planChange(catalogue, before, { input, now: isoTime(clock.now()), ids, dialect });
    if (!growsWithRows(dialect, planned)) return undefined;
    try {
      return await rowsOfLarge(context, project, requireTable(catalogue, at.name), catalogue.version);
    } catch (error) {
      if (tries === TRIES || !isDatabaseFailure(error, 'stale_schema')) throw error;
      await cache.reload(project.store, catalogue.version);
    }
  }
}
