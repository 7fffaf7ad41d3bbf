import type { Static } from 'typebox';
import { bindFilter, type LookupTable, parseFilter } from '../../database/filter/index.ts';
import type { Column, JsonValue, Level, RowAction } from '../../database/schema/index.ts';
import { ServiceError } from '../../platform/errors.ts';
import type { Problems } from './problems.ts';
import { ROW_ACTIONS, type StoredRule, type StoredRules } from './rules.ts';
import type { rulesSchema } from './table-schemas.ts';

const LEVELS: ReadonlySet<string> = new Set(['public', 'authenticated', 'owner', 'private']);
const ROLE_CHARACTERS_MAX = 100;
const WHERE_CHARACTERS_MAX = 16_384;

export type RulesInput = Static<typeof rulesSchema>;

export interface RuleNames {
  readonly columns: ReadonlyMap<string, Column>;
  readonly tables: ReadonlyMap<string, LookupTable>;
}

/** Throws `invalid_filter`, `unknown_column` when conditions do not fit the columns. */
export function readRules(
  input: RulesInput,
  before: StoredRules,
  { problems, ...known }: RuleNames & { readonly problems: Problems },
): StoredRules {
  const rules = { ...before };
  for (const action of ROW_ACTIONS) {
    const sent = input[action];
    if (sent === undefined) continue;
    const { level, where } = typeof sent === 'string' ? { level: sent, where: undefined } : sent;
    if (!isLevel(level)) {
      problems.add(`rules.${action}`, 'must be public, authenticated, owner, role:<name> or private');
      continue;
    }
    rules[action] = where === undefined ? { level } : checkedRule(action, { level, where }, known);
  }
  return rules;
}

function isLevel(level: string): level is Level {
  if (LEVELS.has(level)) return true;
  const role = level.startsWith('role:') ? level.slice('role:'.length) : '';
  return role !== '' && role.length <= ROLE_CHARACTERS_MAX && role.trim() === role && !/\p{C}/u.test(role);
}

/** Checks that the condition can be evaluated on these columns. Throws `invalid_filter`, `unknown_column`. */
export function checkedRule(
  action: RowAction,
  { level, where }: { readonly level: Level; readonly where: unknown },
  { columns, tables }: RuleNames,
): StoredRule {
  try {
    if (JSON.stringify(where).length > WHERE_CHARACTERS_MAX) {
      throw new ServiceError('invalid_filter', `a condition has at most ${WHERE_CHARACTERS_MAX} characters.`);
    }
    bindFilter(parseFilter(where), columns, { variables: true, tables });
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const options = error.details === undefined ? {} : { details: error.details };
    throw new ServiceError(error.code, `rules.${action}.where: ${error.message}`, options);
  }
  return { level, where: where as string | JsonValue };
}
