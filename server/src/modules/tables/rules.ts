import { parseFilter } from '../../database/filter/index.ts';
import type { Comparison, Filter, RawValue } from '../../database/schema/filter.ts';
import type { JsonValue, Level, RowAction, Rule, Rules } from '../../database/schema/table.ts';

export const ROW_ACTIONS: readonly RowAction[] = ['read', 'create', 'update', 'delete'];

/** Rules as `_tables.rules` holds them: the conditions as the owner wrote them. */
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
    // A condition that cannot be read must not fall away: without it the level alone would let more through.
    return { level: 'private', whereText: where };
  }
}

/** The columns that some rule compares with the signed-in user: each has an index, so that such lists stay cheap. */
export function userColumns(rules: Rules): ReadonlySet<string> {
  const columns = new Set<string>();
  for (const action of ROW_ACTIONS) {
    const { level, where } = rules[action];
    if (level === 'owner') columns.add('owner_id');
    if (where === undefined) continue;
    for (const leaf of comparisons(where)) if (leaf.op === 'eq' && isUserId(leaf.value)) columns.add(leaf.field);
  }
  return columns;
}

function isUserId(value: Comparison['value']): boolean {
  const single = value as RawValue;
  if (typeof single === 'string') return single === '$user.id';
  return single !== null && typeof single === 'object' && 'variable' in single && single.variable === 'user.id';
}

/** Every comparison of a filter, in the order they were written. */
export function* comparisons(filter: Filter): Generator<Comparison> {
  if (filter.kind === 'compare') yield filter;
  else if (filter.kind === 'not') yield* comparisons(filter.term);
  else for (const term of filter.terms) yield* comparisons(term);
}

/** The names of the columns that a rule's condition mentions. */
export function ruleFields({ where }: Rule): ReadonlySet<string> {
  return new Set(where === undefined ? [] : [...comparisons(where)].map(({ field }) => field));
}
