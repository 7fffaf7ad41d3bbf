import type { Level } from '../../../database/schema/table.ts';
import { PRIVATE_RULES, ROW_ACTIONS, type StoredRule, type StoredRules } from '../rules.ts';

/** Whether somebody may do something by the rules afterwards that nobody can be shown not to have been kept from before. */
export function rulesOpen(before: StoredRules, after: StoredRules): boolean {
  return ROW_ACTIONS.some((action) => ruleOpens(before[action], after[action]));
}

/** The same for a table that was not there. */
export function newRulesOpen(after: StoredRules): boolean {
  return rulesOpen(PRIVATE_RULES, after);
}

function ruleOpens(before: StoredRule, after: StoredRule): boolean {
  if (!isWithin(after.level, before.level)) return true;
  // Every row passes where there is no condition; of two conditions nobody can say which lets more through.
  return before.where !== undefined && JSON.stringify(before.where) !== JSON.stringify(after.where);
}

/** Every caller who passes the first level passes the second too. */
function isWithin(level: Level, other: Level): boolean {
  if (level === other || level === 'private' || other === 'public') return true;
  return other === 'authenticated' && level !== 'public';
}

const ACCESS_ORDER = ['private', 'role', 'authenticated', 'public'];

/** The access of an `http` function lets more callers in. */
export function accessOpens(before: string, after: string): boolean {
  if (before === after) return false;
  const rank = (access: string): number => ACCESS_ORDER.indexOf(access.split(':', 1)[0] ?? '');
  return rank(after) > rank(before) || (rank(after) === rank(before) && rank(after) === ACCESS_ORDER.indexOf('role'));
}
