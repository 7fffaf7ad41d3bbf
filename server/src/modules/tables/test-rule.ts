import { type Static, Type } from 'typebox';
import type { Caller, Project } from '../../callers/index.ts';
import type { Database, StoreName } from '../../database/database.ts';
import {
  bodyValue,
  type Column,
  defaultValue,
  FieldProblem,
  type RowAction,
  type Table,
} from '../../database/schema/index.ts';
import { type Scope, testCondition } from '../../database/sql/index.ts';
import type { Value } from '../../database/statement.ts';
import type { Answer } from '../../http/route.ts';
import { ServiceError, validationFailed } from '../../platform/errors.ts';
import { parseUuid } from '../../platform/ids.ts';
import { requireTable } from './change-tables.ts';
import type { TablesContext } from './context.ts';
import { Problems } from './problems.ts';
import { ROW_ACTIONS } from './rules.ts';
import { type Decision, scope } from './scope.ts';

export const testRuleBody = Type.Object({
  action: Type.Enum([...ROW_ACTIONS]),
  as: Type.Union([Type.String({ maxLength: 100 }), Type.Null()], {
    description: 'The id of a user, or null for nobody.',
  }),
  row: Type.Optional(
    Type.Record(Type.String(), Type.Unknown(), { description: 'The row that the condition is tried on.' }),
  ),
});

export const testRuleAnswer = Type.Object({
  data: Type.Object({
    allowed: Type.Boolean(),
    reason: Type.String(),
    level: Type.String(),
    where: Type.Unknown({ description: 'The condition as it was written, or null.' }),
  }),
  count: Type.Literal(1),
});

/** Tells what a rule says to a user, by the same decision that guards the rows. */
export async function testRule(
  context: TablesContext,
  at: { readonly project: Project; readonly name: string },
  { action, as, row }: Static<typeof testRuleBody>,
): Promise<Answer> {
  const { cache, clock, database } = context;
  const table = requireTable(await cache.get(at.project.store), at.name);
  const caller = await callerOf(context, at.project, as);
  const decision = scope(table, action, caller, clock.now());
  const { level, whereText } = table.rules[action];
  const tried = row === undefined ? undefined : readRow(table, row, { action, caller });
  const isPassed = decision.allowed && (await isFit(database, at.project.store, decision.scope, tried));
  const reason = reasonOf(decision, { action, tried: tried !== undefined, isPassed });
  return {
    status: 200,
    body: { data: { allowed: isPassed, reason, level, where: whereText ?? null }, count: 1 },
  };
}

/** Without a row: whether any could fit. */
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

async function callerOf({ users }: TablesContext, project: Project, as: string | null): Promise<Caller> {
  if (as === null) return { kind: 'anonymous' };
  const id = parseUuid(as);
  const user = id === undefined ? undefined : await users?.findUser(project, id);
  if (user === undefined) throw validationFailed({ as: 'is the id of no user of this project' });
  return { kind: 'user', user };
}

/** A new row gets what an insert would give it: defaults, and the user as its owner. */
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
        details: { fields: { [name.slice(0, 80)]: 'is no column of this table' } },
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
      : `The level of the rule does not let this caller ${action}.`;
  }
  const { kind } = decision.scope.condition;
  if (tried) return isPassed ? `The rule lets this caller ${action} this row.` : 'The row does not fit the rule.';
  if (kind === 'always') return `The rule lets this caller ${action} every row.`;
  return kind === 'never' ? 'No row can fit the rule.' : 'The rule lets this caller do it with rows that fit it.';
}
