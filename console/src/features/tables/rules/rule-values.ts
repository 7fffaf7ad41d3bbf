import type { FormValues } from '../../../shared/forms/field-spec.ts';
import { textOf } from '../../../shared/forms/field-spec.ts';
import { levelOf, RULE_ACTIONS, type Rule, type RuleAction, type Rules } from '../column-types.ts';
import { PRESETS } from '../presets.ts';
import { conditionSentence } from './condition-sentence.ts';
import { readCondition } from './rule-condition.ts';

export const LEVELS = ['public', 'authenticated', 'owner', 'role', 'private'];

export function rulesForm(rules: Rules): FormValues {
  return Object.fromEntries(RULE_ACTIONS.flatMap((action) => Object.entries(ruleForm(action, rules[action]))));
}

function ruleForm(action: RuleAction, rule: Rule): FormValues {
  const level = levelOf(rule);
  const isRole = level.startsWith('role:');
  const where = typeof rule === 'string' ? undefined : rule.where;
  return {
    [action]: isRole ? 'role' : level,
    [`${action}_role`]: isRole ? level.slice('role:'.length) : '',
    [`${action}_where`]:
      where === undefined || where === null ? '' : typeof where === 'string' ? where : JSON.stringify(where),
  };
}

export function rulesFrom(values: FormValues): Rules {
  return Object.fromEntries(RULE_ACTIONS.map((action) => [action, ruleFrom(action, values)])) as unknown as Rules;
}

function ruleFrom(action: RuleAction, values: FormValues): Rule {
  const chosen = textOf(values, action);
  const level = chosen === 'role' ? `role:${textOf(values, `${action}_role`).trim()}` : chosen;
  const where = textOf(values, `${action}_where`).trim();
  return where === '' ? level : { level, where };
}

export function presetOf(rules: Rules): string | undefined {
  const text = (some: Rules): string => RULE_ACTIONS.map((action) => JSON.stringify(some[action])).join();
  return Object.entries(PRESETS).find(([, preset]) => text(preset.rules) === text(rules))?.[0];
}

const WHO: Readonly<Record<string, string>> = {
  public: 'Everybody with the public key',
  authenticated: 'Every signed-in user',
  private: 'Only secret keys, functions and this console',
};

const DEEDS: Readonly<Record<RuleAction, string>> = {
  read: 'may see rows',
  create: 'may add rows',
  update: 'may change rows',
  delete: 'may delete rows',
};

export function ruleSentence(action: RuleAction, rule: Rule): string {
  const level = levelOf(rule);
  const where = typeof rule === 'string' ? undefined : rule.where;
  const terms = readCondition(where);
  const said =
    terms === undefined ? `${typeof where === 'string' ? where : JSON.stringify(where)}` : conditionSentence(terms);
  const condition = said === '' ? '' : `, as long as ${said}`;
  if (level.startsWith('role:')) {
    return `Users with the role “${level.slice('role:'.length)}” ${DEEDS[action]}${condition}.`;
  }
  if (level === 'owner') {
    const deed = action === 'create' ? 'may add rows and own them' : DEEDS[action].replace('rows', 'their own rows');
    return `Signed-in users ${deed}${condition}.`;
  }
  const who = WHO[level] ?? level;
  return `${who} ${DEEDS[action]}${condition}.`;
}
