import type { TableDefinition } from '../../database/index.ts';
import type { RowAction } from '../../database/schema/index.ts';
import { ServiceError } from '../../platform/errors.ts';
import type { TableRenames } from './rename-in-rule.ts';

export interface ColumnChanges extends TableRenames {
  /** The dropped columns, by their old names. */
  readonly gone: ReadonlySet<string>;
}

export function columnChanges(before: TableDefinition, after: TableDefinition): ColumnChanges {
  const kept = new Map(after.columns.map((column) => [column.key, column.name]));
  const columns = new Map<string, string>();
  const gone = new Set<string>();
  for (const { key, name } of before.columns) {
    const next = kept.get(key);
    if (next === undefined) gone.add(name);
    else if (next !== name) columns.set(name, next);
  }
  return { from: before.name, to: after.name, columns, gone };
}

interface RulePlace {
  readonly table: string;
  readonly action: RowAction;
}

/** Throws `in_use` when a rule mentions a column that is dropped. */
export function requireUnused(fields: ReadonlySet<string>, { from, gone }: ColumnChanges, place: RulePlace): void {
  const used = [...fields].find((field) => gone.has(field));
  if (used === undefined) return;
  const { table, action } = place;
  const owner = table === from ? 'this table' : `'${table}'`;
  throw new ServiceError('in_use', `The column '${used}' is used by the ${action} rule of ${owner}.`, {
    details: { table, action, fields: { [used]: `is used by the ${action} rule of ${owner}` } },
  });
}
