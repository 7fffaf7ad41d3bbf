import { type Static, Type } from 'typebox';
import { type Caller, callerWithRole, type Project } from '../../callers/index.ts';
import type { Database, StoreName, Value } from '../../database/index.ts';
import {
  bodyValue,
  type Column,
  defaultValue,
  FieldProblem,
  type RowAction,
  type Table,
} from '../../database/schema/index.ts';
import { compileList, compileRow, idColumn, type Scope, testCondition } from '../../database/sql/index.ts';
import type { Answer } from '../../http/index.ts';
import { ServiceError, validationFailed } from '../../platform/errors.ts';
import { parseUuid } from '../../platform/ids.ts';
import type { Catalogue } from './catalogue.ts';
import { requireTable } from './change-tables.ts';
import { Problems } from './problems.ts';
import { readRules } from './read-rules.ts';
import { parseRules, ROW_ACTIONS } from './rules.ts';
import { type AskedLookup, askedLookups, type Decision, scope } from './scope.ts';
import { rulesSchema } from './table-schemas.ts';
import type { TablesContext } from './tables-context.ts';

const SAMPLE_DEFAULT = 20;
const SAMPLE_MAX = 100;
const SAMPLE_CHARACTERS = 1000;

export const testRuleBody = Type.Object({
  action: Type.Enum([...ROW_ACTIONS]),
  as: Type.Union([
    Type.String({ maxLength: 100, description: 'The id of the user to test as.' }),
    Type.Null({ description: 'A visitor who is not signed in.' }),
    Type.Object({ role: Type.String({ minLength: 1, maxLength: 100 }) }, { description: 'A user with this role.' }),
  ]),
  rules: Type.Optional(rulesSchema),
  row: Type.Optional(
    Type.Record(Type.String(), Type.Unknown(), { description: 'The row to test the condition with.' }),
  ),
  row_id: Type.Optional(Type.String({ description: 'The id of an existing row to test the rule with.' })),
  count: Type.Optional(
    Type.Boolean({ description: 'Counts the rows the caller may act on; for create, the rows the caller may read.' }),
  ),
  sample: Type.Optional(
    Type.Union([Type.Boolean(), Type.Integer({ minimum: 1, maximum: SAMPLE_MAX })], {
      description: `Returns up to this many rows the caller may act on (\`true\`: ${SAMPLE_DEFAULT}); for create, rows the caller may read.`,
    }),
  ),
});

export const testRuleAnswer = Type.Object({
  data: Type.Object({
    allowed: Type.Boolean(),
    reason: Type.String(),
    level: Type.String(),
    where: Type.Unknown({ description: 'The condition as the rule states it, or null.' }),
    status: Type.Integer({ description: 'The status the API would answer with.' }),
    code: Type.Union([Type.String(), Type.Null()]),
    exists: Type.Optional(
      Type.Array(
        Type.Object({
          table: Type.String(),
          where: Type.Unknown({ description: 'The condition as the rule states it.' }),
          held: Type.Union([Type.Boolean(), Type.Null()], {
            description: 'null: the outcome depends on a row, and no row was given.',
          }),
        }),
        { description: 'The look-ups in the order the rule states them.' },
      ),
    ),
    rows: Type.Optional(Type.Integer({ description: 'The number of rows, when counting was requested.' })),
    sample: Type.Optional(Type.Array(Type.Record(Type.String(), Type.Unknown()))),
  }),
  count: Type.Literal(1),
});

type RuleTest = Static<typeof testRuleBody>;

/** Uses the same decision that guards the rows. `rules` replace the current ones for this test. */
export async function testRule(
  context: TablesContext,
  { project, name }: { readonly project: Project; readonly name: string },
  test: RuleTest,
): Promise<Answer> {
  const { action, as, row, row_id } = test;
  if (row !== undefined && row_id !== undefined) throw validationFailed({ row_id: 'cannot be combined with row' });
  const catalogue = await context.cache.get(project.store);
  const table = withRules(catalogue, requireTable(catalogue, name), test.rules);
  const caller = await callerOf(context, project, as);
  const asked: RuleQuestion = { context, project, version: catalogue.version, table, caller };
  const decision = scope(table, action, caller, context.clock.now());
  const tried = row === undefined ? undefined : readRow(table, row, { action, caller });
  const { level, whereText } = table.rules[action];
  const verdict = row_id === undefined ? await tryRow(asked, action, tried) : await tryStored(asked, action, row_id);
  const limit = typeof test.sample === 'number' ? test.sample : test.sample === true ? SAMPLE_DEFAULT : 0;
  const count = test.count === true;
  const seen = limit > 0 || count ? await rowsOf(asked, action, { limit, count }) : undefined;
  const reason = reasonOf(decision, {
    action,
    tried: tried !== undefined || row_id !== undefined,
    isPassed: verdict.code === null,
  });
  const exists = await lookUp(asked, action, { row: tried, rowId: row_id });
  const data = {
    allowed: verdict.code === null,
    reason,
    level,
    where: whereText ?? null,
    ...verdict,
    ...(exists.length > 0 && { exists }),
    ...(count && { rows: seen?.count ?? 0 }),
    ...(limit > 0 && { sample: seen?.sample ?? [] }),
  };
  return { status: 200, body: { data, count: 1 } };
}

interface RuleQuestion {
  readonly context: TablesContext;
  readonly project: Project;
  readonly version: number;
  readonly table: Table;
  readonly caller: Caller;
}

interface Verdict {
  readonly status: number;
  readonly code: 'not_authenticated' | 'forbidden' | 'row_not_found' | null;
}

const FORBIDDEN: Verdict = { status: 403, code: 'forbidden' };
const NOT_FOUND: Verdict = { status: 404, code: 'row_not_found' };

function refusedAs(decision: Extract<Decision, { readonly allowed: false }>): Verdict {
  return decision.reason === 'not_authenticated' ? { status: 401, code: 'not_authenticated' } : FORBIDDEN;
}

function passedAs(action: RowAction): Verdict {
  return { status: action === 'create' ? 201 : 200, code: null };
}

/** The table with draft rules. Throws the errors that saving the draft would. */
function withRules(catalogue: Catalogue, table: Table, draft: RuleTest['rules']): Table {
  const stored = catalogue.stored.get(table.id);
  if (draft === undefined || stored === undefined) return table;
  const problems = new Problems();
  const tables = table.lookups ?? new Map();
  const rules = readRules(draft, stored.rules, { columns: table.columnByName, tables, problems });
  problems.throwIfAny();
  return { ...table, rules: parseRules(rules) };
}

async function tryRow(
  { context, project, table, caller }: RuleQuestion,
  action: RowAction,
  row: ReadonlyMap<Column, Value> | undefined,
): Promise<Verdict> {
  const decision = scope(table, action, caller, context.clock.now());
  if (!decision.allowed) return refusedAs(decision);
  if (await isFit(context.database, project.store, decision.scope, row)) return passedAs(action);
  return action === 'read' && row !== undefined ? NOT_FOUND : FORBIDDEN;
}

/** Tests a stored row. A caller who may not read it learns no more here than from the API. */
async function tryStored(
  { context, project, version, table, caller }: RuleQuestion,
  action: RowAction,
  text: string,
): Promise<Verdict> {
  const id = parseUuid(text);
  const nowMs = context.clock.now();
  const fits = async (decision: Decision): Promise<boolean> => {
    if (!decision.allowed || id === undefined) return false;
    const read = compileRow(context.database.dialect, decision.scope, id);
    return (await context.database.list(project.store, read, version)).returned > 0;
  };
  const decision = scope(table, action, caller, nowMs);
  if (!decision.allowed) return refusedAs(decision);
  if (action === 'create') return (await fits(decision)) ? passedAs(action) : FORBIDDEN;
  if (!(await fits(scope(table, 'read', caller, nowMs)))) return NOT_FOUND;
  return (await fits(decision)) ? passedAs(action) : FORBIDDEN;
}

interface TriedRow {
  readonly row: ReadonlyMap<Column, Value> | undefined;
  readonly rowId: string | undefined;
}

/** Each `exists(…)` of the rule and whether it holds; null when it depends on a row and there is none. */
async function lookUp(
  { context, project, version, table, caller }: RuleQuestion,
  action: RowAction,
  { row, rowId }: TriedRow,
): Promise<readonly { readonly table: string; readonly where: unknown; readonly held: boolean | null }[]> {
  const { database, clock } = context;
  const id = rowId === undefined ? undefined : parseUuid(rowId);
  const holds = async ({ condition, isOfRow }: AskedLookup): Promise<boolean | null> => {
    const scope: Scope = { table, columns: [idColumn(table)], condition };
    if (row !== undefined || !isOfRow) return await isFit(database, project.store, scope, row ?? new Map());
    if (id === undefined) return rowId === undefined ? null : false;
    return (await database.list(project.store, compileRow(database.dialect, scope, id), version)).returned > 0;
  };
  const asked = askedLookups(table, action, caller, clock.now());
  return await Promise.all(
    asked.map(async (lookup) => ({ table: lookup.table, where: lookup.where, held: await holds(lookup) })),
  );
}

/** Newest first. A caller can only change rows that it may also read. */
async function rowsOf(
  { context, project, version, table, caller }: RuleQuestion,
  action: RowAction,
  { limit, count }: { readonly limit: number; readonly count: boolean },
): Promise<{ readonly sample: readonly unknown[]; readonly count: number | undefined }> {
  const { database, clock } = context;
  const reading = scope(table, 'read', caller, clock.now());
  const acting = action === 'create' ? reading : scope(table, action, caller, clock.now());
  if (!reading.allowed || !acting.allowed) return { sample: [], count: 0 };
  const read = compileList(database.dialect, {
    scope: reading.scope,
    filter: acting.scope.condition,
    order: [{ column: idColumn(table), direction: 'desc' }],
    limit,
    offset: 0,
    count,
    cutAt: SAMPLE_CHARACTERS,
  });
  const listed = await database.list(project.store, read, version);
  return { sample: JSON.parse(`[${listed.json}]`) as unknown[], count: listed.count };
}

async function isFit(
  database: Database,
  store: StoreName,
  { condition, table }: Scope,
  row: ReadonlyMap<Column, Value> | undefined,
): Promise<boolean> {
  if (row === undefined) return condition.kind !== 'never';
  const [answer] = await database.query(store, testCondition(database.dialect, table, condition, row));
  return answer?.['ok'] === 1;
}

async function callerOf({ users }: TablesContext, project: Project, as: RuleTest['as']): Promise<Caller> {
  if (as === null) return { kind: 'anonymous' };
  if (typeof as === 'object') return callerWithRole(as.role);
  const id = parseUuid(as);
  const user = id === undefined ? undefined : await users?.findUser(project, id);
  if (user === undefined) throw validationFailed({ as: 'is not the id of a user of this project' });
  return { kind: 'user', user };
}

/** A new row gets the values that an insert would set: defaults, and the user as its owner. */
function readRow(
  table: Table,
  row: Readonly<Record<string, unknown>>,
  { action, caller }: { readonly action: RowAction; readonly caller: Caller },
): ReadonlyMap<Column, Value> {
  const problems = new Problems();
  const values = new Map<Column, Value>();
  if (action === 'create') {
    for (const column of table.columns) values.set(column, defaultValue(column));
    const owner = table.columnByName.get('owner_id');
    if (owner !== undefined && caller.kind === 'user') values.set(owner, caller.user.id);
  }
  for (const [name, value] of Object.entries(row)) {
    const column = table.columnByName.get(name);
    if (column === undefined) {
      throw new ServiceError('unknown_column', `There is no column '${name.slice(0, 80)}'.`, {
        details: { fields: { [name.slice(0, 80)]: 'is not a column of this table' } },
      });
    }
    try {
      values.set(column, bodyValue({ ...column, required: false }, value));
    } catch (error) {
      if (!(error instanceof FieldProblem)) throw error;
      problems.add(`row.${name}`, error.message);
    }
  }
  problems.throwIfAny();
  return values;
}

function reasonOf(
  decision: Decision,
  { action, tried, isPassed }: { readonly action: RowAction; readonly tried: boolean; readonly isPassed: boolean },
): string {
  if (!decision.allowed) {
    return decision.reason === 'not_authenticated'
      ? `Only signed-in users may ${action}.`
      : `The level of the rule does not allow this caller to ${action}.`;
  }
  const { kind } = decision.scope.condition;
  if (tried)
    return isPassed ? `The rule allows this caller to ${action} this row.` : 'The row does not match the rule.';
  if (kind === 'always') return `The rule allows this caller to ${action} every row.`;
  return kind === 'never'
    ? 'No row can match the rule.'
    : 'The rule allows this caller to do this with rows that match it.';
}
