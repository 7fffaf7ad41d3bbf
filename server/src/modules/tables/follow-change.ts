import type { Table } from '../../database/schema/index.ts';
import { ServiceError } from '../../platform/errors.ts';
import { type Catalogue, columnMap, plannedLookups, type StoredTable } from './catalogue.ts';
import { columnChanges, requireUnused } from './column-changes.ts';
import { checkedRule } from './read-rules.ts';
import { renameInRule } from './rename-in-rule.ts';
import { lookedUpFields, looksInto } from './rule-lookups.ts';
import { parseRules, ROW_ACTIONS } from './rules.ts';

/** Rewrites other tables' rules to the new names. Throws `in_use`, and errors of conditions that no longer fit. */
export function followChange(catalogue: Catalogue, before: StoredTable, after: StoredTable): readonly StoredTable[] {
  const changes = columnChanges(before.definition, after.definition);
  const tables = plannedLookups(catalogue, after.definition);
  return [...catalogue.stored.values()].flatMap((other) => {
    const { definition, rules: stored } = other;
    if (definition.id === before.definition.id) return [];
    const parsed = parseRules(stored);
    const rules = { ...stored };
    for (const action of ROW_ACTIONS) {
      const { level, where } = stored[action];
      if (where === undefined || !looksInto(parsed[action], changes.from)) continue;
      requireUnused(lookedUpFields(parsed[action], changes.from), changes, { table: definition.name, action });
      const renamed = renameInRule(where, definition.name, changes);
      rules[action] = checkedRule(
        action,
        { level, where: renamed },
        { columns: columnMap(definition.columns), tables },
      );
    }
    if (JSON.stringify(rules) === JSON.stringify(stored)) return [];
    return [{ ...other, rules, version: other.version + 1, updatedAt: after.updatedAt }];
  });
}

/** Throws `in_use` when a rule of another table looks into this one. */
export function requireNoLookups({ tables }: Catalogue, table: Table): void {
  for (const { id, name, rules } of tables.values()) {
    if (id === table.id) continue;
    const action = ROW_ACTIONS.find((each) => looksInto(rules[each], table.name));
    if (action === undefined) continue;
    throw new ServiceError('in_use', `The ${action} rule of '${name}' looks into '${table.name}': change it first.`, {
      details: { table: name, action },
    });
  }
}
