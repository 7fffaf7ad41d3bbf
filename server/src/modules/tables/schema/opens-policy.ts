import type { Level } from '../../../database/schema/index.ts';
import { PRIVATE_RULES, ROW_ACTIONS, type StoredRule, type StoredRules } from '../rules.ts';

/** Whether the new rules may allow what the old ones refused. True when this cannot be ruled out. */
export function rulesOpen(before: StoredRules, after: StoredRules): boolean {
  return ROW_ACTIONS.some((action) => ruleOpens(before[action], after[action]));
}

export function newRulesOpen(after: StoredRules): boolean {
  return rulesOpen(PRIVATE_RULES, after);
}

function ruleOpens(before: StoredRule, after: StoredRule): boolean {
  if (!isWithin(after.level, before.level)) return true;
  // Every row passed already if there was no condition; two different conditions cannot be compared.
  return before.where !== undefined && JSON.stringify(before.where) !== JSON.stringify(after.where);
}

function isWithin(level: Level, other: Level): boolean {
  if (level === other || level === 'private' || other === 'public') return true;
  return other === 'authenticated' && level !== 'public';
}

const ACCESS_ORDER = ['private', 'role', 'authenticated', 'public'];

export function accessOpens(before: string, after: string): boolean {
  if (before === after) return false;
  const rank = (access: string): number => ACCESS_ORDER.indexOf(access.split(':', 1)[0] ?? '');
  return rank(after) > rank(before) || (rank(after) === rank(before) && rank(after) === ACCESS_ORDER.indexOf('role'));
}
