import { comparisonsIn, parseFilter } from '../../database/filter/index.ts';
import type {
  Comparison,
  Filter,
  JsonValue,
  Level,
  RawValue,
  RowAction,
  Rule,
  Rules,
} from '../../database/schema/index.ts';
import { lookupsIn, rowColumnsOf } from './rule-lookups.ts';

export const ROW_ACTIONS: readonly RowAction[] = ['read', 'create', 'update', 'delete'];

/** Rules as stored in `_tables.rules`, with conditions as the owner wrote them. */
export type StoredRules = Readonly<Record<RowAction, StoredRule>>;

export interface StoredRule {
  readonly level: Level;
  readonly where?: string | JsonValue;
}

export const PRIVATE_RULES: StoredRules = {
  read: { level: 'private' },
  create: { level: 'private' },
  update: { level: 'private' },
  delete: { level: 'private' },
};

export function parseRules(stored: StoredRules): Rules {
  return {
    read: parseRule(stored.read),
    create: parseRule(stored.create),
    update: parseRule(stored.update),
    delete: parseRule(stored.delete),
  };
}

function parseRule({ level, where }: StoredRule): Rule {
  if (where === undefined) return { level };
  try {
    return { level, where: parseFilter(where), whereText: where };
  } catch {
    // A condition that cannot be parsed must deny: without it, the level alone would let more callers through.
    return { level: 'private', whereText: where };
  }
}

/** Columns that a rule compares with the user, or that link a row to the user's rows: lists need indexes on them. */
export function userColumns(rules: Rules, tableName: string): ReadonlySet<string> {
  const columns = new Set<string>();
  for (const action of ROW_ACTIONS) {
    const { level, where } = rules[action];
    if (level === 'owner') columns.add('owner_id');
    if (where === undefined) continue;
    for (const { field } of userComparisons(where)) columns.add(field);
    for (const lookup of lookupsIn(where)) {
      const compared = userComparisons(lookup.term);
      if (compared.length === 0) continue;
      for (const name of rowColumnsOf(lookup)) columns.add(name);
      if (lookup.table === tableName) for (const { field } of compared) columns.add(field);
    }
  }
  return columns;
}

function userComparisons(filter: Filter): readonly Comparison[] {
  return [...comparisonsIn(filter)].filter(({ op, value }) => op === 'eq' && isUserId(value));
}

function isUserId(value: Comparison['value']): boolean {
  const single = value as RawValue;
  if (typeof single === 'string') return single === '$user.id';
  return single !== null && typeof single === 'object' && 'variable' in single && single.variable === 'user.id';
}
