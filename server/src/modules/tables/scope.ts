import type { Caller, User } from '../../callers/index.ts';
import type { Condition } from '../../database/filter/index.ts';
import { and, bindFilter, resolveCondition, type Variables } from '../../database/filter/index.ts';
import type { Level, RowAction, Rule, Table } from '../../database/schema/index.ts';
import { visibleColumns } from '../../database/schema/index.ts';
import type { Scope } from '../../database/sql/index.ts';
import { isoTime } from '../../platform/clock.ts';
import { lookupsIn, rowColumnsOf } from './rule-lookups.ts';
import { ROW_ACTIONS } from './rules.ts';

export type Decision =
  | { readonly allowed: true; readonly scope: Scope }
  /** No caller of this kind can ever pass. `not_authenticated` means that signing in could help. */
  | { readonly allowed: false; readonly reason: 'not_authenticated' | 'forbidden' };

const ALWAYS: Condition = { kind: 'always' };
const NO_VALUES: Variables = { 'user.id': null, 'user.email': null, 'user.role': null, now: null };
const SIGN_IN: Decision = { allowed: false, reason: 'not_authenticated' };
const FORBIDDEN: Decision = { allowed: false, reason: 'forbidden' };

/**
 * The single decision about who may touch which rows. Applies to the old row on read, update and delete, and to the
 * new row on create and update. A rule that cannot be evaluated denies. On create, the server itself sets the owner.
 */
export function scope(table: Table, action: RowAction, caller: Caller, nowMs: number): Decision {
  const prepared = preparedFor(table);
  if (table.readOnly === true && action !== 'read') return FORBIDDEN;
  if (caller.kind === 'secret') return prepared.secret;
  const rule = prepared.rules[action];
  if (rule.refusal !== undefined) return rule.refusal;
  if (caller.kind === 'anonymous') return decideAnonymous(rule, nowMs);
  return decideUser(rule, action, caller.user, nowMs);
}

interface PreparedTable {
  readonly secret: Decision;
  readonly rules: Readonly<Record<RowAction, PreparedRule>>;
}

interface PreparedRule {
  readonly level: Level;
  readonly refusal: Decision | undefined;
  /** The answer to all who pass the level, when the condition depends neither on the caller nor on the time. */
  readonly fixed: Decision | undefined;
  readonly condition: Condition;
  readonly usesUser: boolean;
  readonly open: Scope;
  readonly ownerColumn: Table['columns'][number] | undefined;
}

const preparedTables = new WeakMap<Table, PreparedTable>();

function preparedFor(table: Table): PreparedTable {
  const known = preparedTables.get(table);
  if (known !== undefined) return known;
  const secret: Scope = { table, columns: visibleColumns(table, true), condition: ALWAYS };
  const rules = Object.fromEntries(ROW_ACTIONS.map((action) => [action, prepareRule(table, table.rules[action])]));
  const prepared = { secret: { allowed: true, scope: secret } as const, rules: rules as PreparedTable['rules'] };
  preparedTables.set(table, prepared);
  return prepared;
}

function prepareRule(table: Table, rule: Rule): PreparedRule {
  const bound = bindWhere(table, rule);
  const variables = bound === undefined ? [] : variablesOf(bound);
  const condition = bound !== undefined && variables.length === 0 ? resolveCondition(bound, NO_VALUES) : bound;
  const isRefused = condition === undefined || rule.level === 'private';
  const open: Scope = { table, columns: visibleColumns(table, false), condition: condition ?? { kind: 'never' } };
  const isFixed = variables.length === 0 && rule.level !== 'owner';
  return {
    level: rule.level,
    refusal: isRefused ? FORBIDDEN : undefined,
    fixed: isFixed ? { allowed: true, scope: open } : undefined,
    condition: open.condition,
    usesUser: variables.some((variable) => variable !== 'now'),
    open,
    ownerColumn: table.columnByName.get('owner_id'),
  };
}

/** Owners write the rules, so rules may use hidden columns. Undefined when the condition cannot be evaluated. */
function bindWhere(table: Table, { where }: Rule): Condition | undefined {
  if (where === undefined) return ALWAYS;
  try {
    return bindFilter(where, table.columnByName, { variables: true, tables: table.lookups });
  } catch {
    return undefined;
  }
}

function variablesOf(condition: Condition): string[] {
  switch (condition.kind) {
    case 'and':
    case 'or':
      return condition.terms.flatMap(variablesOf);
    case 'not':
      return variablesOf(condition.term);
    case 'exists':
      return variablesOf(condition.where);
    case 'compare':
      return condition.values.flatMap((value) => (typeof value === 'object' ? [value.variable] : []));
    default:
      return [];
  }
}

function decideAnonymous(rule: PreparedRule, nowMs: number): Decision {
  if (rule.level !== 'public') return SIGN_IN;
  if (rule.fixed !== undefined) return rule.fixed;
  const where = resolveCondition(rule.condition, variablesFor(undefined, nowMs));
  // The condition never holds without a signed-in user, so signing in could help.
  return where.kind === 'never' && rule.usesUser ? SIGN_IN : narrowed(rule, where);
}

function decideUser(rule: PreparedRule, action: RowAction, user: User, nowMs: number): Decision {
  const { level } = rule;
  if (!passesLevel(level, user)) return FORBIDDEN;
  if (rule.fixed !== undefined) return rule.fixed;
  const where = rule.condition.kind === 'always' ? ALWAYS : resolveCondition(rule.condition, variablesFor(user, nowMs));
  if (level !== 'owner' || action === 'create') return narrowed(rule, where);
  if (rule.ownerColumn === undefined) return FORBIDDEN;
  const isOwner: Condition = { kind: 'compare', column: rule.ownerColumn, op: 'eq', values: [user.id] };
  return narrowed(rule, where === ALWAYS ? isOwner : and(isOwner, where));
}

function passesLevel(level: Level, { role }: User): boolean {
  if (level === 'public' || level === 'authenticated' || level === 'owner') return true;
  // A user without a role would otherwise have the role "null".
  return role !== null && level === `role:${role}`;
}

function narrowed({ open }: PreparedRule, condition: Condition): Decision {
  return { allowed: true, scope: { table: open.table, columns: open.columns, condition } };
}

function variablesFor(user: User | undefined, nowMs: number): Variables {
  return {
    'user.id': user?.id ?? null,
    'user.email': user?.verifiedEmail ?? null,
    'user.role': user?.role ?? null,
    now: isoTime(nowMs),
  };
}

export interface AskedLookup {
  readonly table: string;
  readonly where: unknown;
  readonly condition: Condition;
  readonly isOfRow: boolean;
}

/** The look-ups of a rule one by one, to explain why it allows or denies a caller. */
export function askedLookups(table: Table, action: RowAction, caller: Caller, nowMs: number): readonly AskedLookup[] {
  const { where } = table.rules[action];
  if (where === undefined) return [];
  const variables = variablesFor(caller.kind === 'user' ? caller.user : undefined, nowMs);
  return lookupsIn(where).map((lookup) => ({
    table: lookup.table,
    where: lookup.written,
    condition: resolveCondition(bindWhere(table, { level: 'public', where: lookup }) ?? { kind: 'never' }, variables),
    isOfRow: rowColumnsOf(lookup).length > 0,
  }));
}
