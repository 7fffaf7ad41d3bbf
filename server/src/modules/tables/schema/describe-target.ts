import type { ColumnDefinition, TableDefinition } from '../../../database/index.ts';
import { indexNames } from '../plan-indexes.ts';
import { ROW_ACTIONS, type StoredRule } from '../rules.ts';
import { newRulesOpen, rulesOpen } from './opens-policy.ts';
import type { UncountedStep } from './plan-step.ts';
import type { TableTarget } from './target-tables.ts';

export function describeTarget({ before, after }: TableTarget): readonly UncountedStep[] {
  if (after === undefined) {
    if (before === undefined) return [];
    const { definition } = before;
    return [
      {
        action: 'drop_table',
        table: definition.name,
        detail: `Drop the table ${definition.name} with all its rows.`,
        losing: { table: definition, check: { kind: 'rows' } },
        opens: false,
      },
    ];
  }
  const { definition, rules } = after;
  const { name } = definition;
  if (before === undefined) {
    const columns = definition.columns.length;
    const detail = `Make the table ${name} with ${columns} column${columns === 1 ? '' : 's'}.`;
    return [{ action: 'create_table', table: name, detail, opens: newRulesOpen(rules) }];
  }
  const steps: UncountedStep[] = [];
  if (before.definition.name !== name) {
    steps.push({
      action: 'rename_table',
      table: name,
      detail: `Rename the table ${before.definition.name}.`,
      opens: false,
    });
  }
  steps.push(...columnSteps(before.definition, definition));
  if (!isSame(declaredIndexes(before.definition), declaredIndexes(definition))) {
    steps.push({ action: 'set_indexes', table: name, detail: `Indexes: ${indexText(definition)}.`, opens: false });
  }
  const changed = ROW_ACTIONS.filter((action) => !isSame(before.rules[action], rules[action]));
  if (changed.length > 0) {
    const detail = changed
      .map((action) => `${action}: ${ruleText(before.rules[action])} → ${ruleText(rules[action])}`)
      .join('; ');
    steps.push({ action: 'set_rules', table: name, detail, opens: rulesOpen(before.rules, rules) });
  }
  return steps;
}

function columnSteps(before: TableDefinition, after: TableDefinition): readonly UncountedStep[] {
  const table = after.name;
  const old = new Map(before.columns.map((column) => [column.key, column]));
  const kept = new Set(after.columns.map(({ key }) => key));
  const steps: UncountedStep[] = [];
  for (const column of after.columns) {
    const { name, type } = column;
    const current = old.get(column.key);
    if (current === undefined) {
      steps.push({ action: 'add_column', table, column: name, detail: `Add ${name} (${type}).`, opens: false });
      continue;
    }
    if (current.name !== name) {
      steps.push({ action: 'rename_column', table, column: name, detail: `Rename ${current.name}.`, opens: false });
    }
    const options = changedOptions(current, column);
    if (options.length > 0) {
      const opens = (current.hidden && !column.hidden) || (current.readOnly && !column.readOnly);
      steps.push({ action: 'change_column', table, column: name, detail: `${options.join(', ')}.`, opens });
    }
  }
  const dropped = before.columns.filter(({ key }) => !kept.has(key));
  const drops = dropped.map((column): UncountedStep => {
    const detail = `Drop ${column.name} with its values.`;
    const losing = { table: before, check: { kind: 'filled', column } } as const;
    return { action: 'drop_column', table, column: column.name, detail, losing, opens: false };
  });
  return [...steps, ...drops];
}

const OPTIONS = ['required', 'unique', 'indexed', 'hidden', 'readOnly', 'searchable', 'default', 'enum'] as const;

function changedOptions(before: ColumnDefinition, after: ColumnDefinition): readonly string[] {
  const changed = OPTIONS.filter((option) => !isSame(before[option], after[option])).map(
    (option) => `${option === 'readOnly' ? 'read_only' : option} ${JSON.stringify(after[option] ?? null)}`,
  );
  const onDelete = after.reference?.onDelete;
  return before.reference?.onDelete === onDelete ? changed : [...changed, `on_delete ${onDelete}`];
}

function declaredIndexes({ indexes }: TableDefinition): readonly string[] {
  return indexes.map(({ columns, unique }) => `${columns.join()} ${unique}`).sort();
}

function indexText(table: TableDefinition): string {
  if (table.indexes.length === 0) return 'none';
  return table.indexes
    .map((index) => `${index.unique ? 'unique ' : ''}(${indexNames(table, index).join(', ')})`)
    .join(', ');
}

function ruleText({ level, where }: StoredRule): string {
  if (where === undefined) return level;
  return `${level} where ${typeof where === 'string' ? where : JSON.stringify(where)}`;
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
