import type { Static } from 'typebox';
import type { ColumnDefinition, TableDefinition } from '../../database/ddl/definition.ts';
import type { Column, Table } from '../../database/schema/table.ts';
import { ServiceError } from '../../platform/errors.ts';
import { type Catalogue, columnMap, type StoredTable } from './catalogue.ts';
import { newKey } from './new-key.ts';
import { type Making, tableTaken } from './plan-create.ts';
import { keepIndexes, planIndexes } from './plan-indexes.ts';
import { Problems } from './problems.ts';
import { changeColumn, readColumn } from './read-column.ts';
import { checkName } from './read-name.ts';
import { checkedRule, readRules } from './read-rules.ts';
import { type Renames, renameInFilter } from './rename-in-filter.ts';
import { parseRules, ROW_ACTIONS, ruleFields, type StoredRules } from './rules.ts';
import { type alterTableBody, COLUMNS_MAX } from './table-schemas.ts';

export type AlterTableInput = Static<typeof alterTableBody>;

interface Planning {
  readonly catalogue: Catalogue;
  readonly before: TableDefinition;
  readonly input: AlterTableInput;
  readonly problems: Problems;
  readonly ids: () => string;
}

/**
 * The table as it is after the change. Columns go first, then they change, then new ones come, so a new column may have
 * the name of one that goes. Throws `validation_failed`, `unknown_column`, `duplicate`, `in_use`, `invalid_filter`.
 */
export function planAlter(
  catalogue: Catalogue,
  before: StoredTable,
  input: AlterTableInput,
  { now, ids }: Making,
): StoredTable {
  const problems = new Problems();
  const name = input.rename ?? before.definition.name;
  checkName(name, 'rename', problems);
  const planning = { catalogue, before: before.definition, input, problems, ids };
  const columns = planColumns(planning);
  problems.throwIfAny();
  if (name !== before.definition.name && catalogue.tables.has(name)) throw tableTaken(name);
  requireFree(before.definition, columns, input);
  const byName = columnMap(columns);
  const kept = keepRules(before, { columns, byName }, input);
  const rules = readRules(input.rules ?? {}, kept, { columns: byName, problems });
  const indexes = planIndexes({
    inputs: input.add_indexes ?? [],
    path: 'add_indexes',
    columns,
    others: keepIndexes(before.definition, { columns, dropped: input.drop_indexes ?? [], problems }),
    problems,
    ids,
  });
  problems.throwIfAny();
  const definition = { ...before.definition, name, columns, indexes };
  return { definition, rules, version: before.version + 1, createdAt: before.createdAt, updatedAt: now };
}

function planColumns(planning: Planning): readonly ColumnDefinition[] {
  const { before, input, problems, ids } = planning;
  const findTable = tableFinder(planning);
  const dropped = namesOf(input.drop_columns ?? [], before);
  const changes = new Map<string, number>();
  for (const [index, { name }] of (input.change_columns ?? []).entries()) {
    requireColumn(before, name);
    if (changes.has(name)) problems.add(`change_columns.${index}.name`, 'is changed twice');
    if (dropped.has(name)) problems.add(`change_columns.${index}.name`, 'is dropped in the same request');
    changes.set(name, index);
  }
  const stay = before.columns.filter((column) => !dropped.has(column.name));
  const changed = stay.map((column) => {
    const index = changes.get(column.name);
    const change = index === undefined ? undefined : input.change_columns?.[index];
    if (change === undefined) return column;
    return changeColumn(column, change, { path: `change_columns.${index}`, problems, findTable });
  });
  const added = (input.add_columns ?? []).map((column, index) =>
    readColumn(column, newKey(ids), { path: `add_columns.${index}`, problems, findTable }),
  );
  const columns = [...changed, ...added];
  if (columns.length > COLUMNS_MAX) problems.add('add_columns', `would make more than ${COLUMNS_MAX} columns`);
  return columns;
}

function tableFinder({ catalogue, before, input }: Planning) {
  return (name: string): string | undefined => {
    if (name === input.rename || name === before.name) return before.id;
    return catalogue.tables.get(name)?.id;
  };
}

function namesOf(names: readonly string[], table: TableDefinition): ReadonlySet<string> {
  for (const name of names) requireColumn(table, name);
  return new Set(names);
}

function requireColumn(table: TableDefinition, name: string): void {
  if (table.columns.some((column) => column.name === name)) return;
  throw new ServiceError('unknown_column', `'${name}' is no column of '${table.name}' that can be changed.`, {
    details: { fields: { [name]: 'is no column that can be changed' } },
  });
}

/** Throws `duplicate` when a column would get the name of another. */
function requireFree(before: TableDefinition, columns: readonly ColumnDefinition[], input: AlterTableInput): void {
  const seen = new Set<string>();
  for (const { name } of columns) {
    if (seen.has(name)) {
      throw new ServiceError('duplicate', `'${input.rename ?? before.name}' would have two columns called '${name}'.`, {
        details: { fields: { [name]: 'is taken' } },
      });
    }
    seen.add(name);
  }
}

interface PlannedColumns {
  readonly columns: readonly ColumnDefinition[];
  readonly byName: ReadonlyMap<string, Column>;
}

/** The rules that are not sent, speaking of columns by their new names. A column that one of them uses cannot go. */
function keepRules(before: StoredTable, { columns, byName }: PlannedColumns, input: AlterTableInput): StoredRules {
  const after = new Map(columns.map((column) => [column.key, column]));
  const renames = new Map<string, string>();
  const gone = new Set<string>();
  for (const { key, name } of before.definition.columns) {
    const next = after.get(key);
    if (next === undefined) gone.add(name);
    else if (next.name !== name) renames.set(name, next.name);
  }
  const rules = { ...before.rules };
  for (const action of ROW_ACTIONS) {
    const rule = before.rules[action];
    if (input.rules?.[action] !== undefined || rule.where === undefined) continue;
    const fields = ruleFields(parseRules(before.rules)[action]);
    const used = [...fields].find((field) => gone.has(field));
    if (used !== undefined) {
      throw new ServiceError('in_use', `The column '${used}' is used by the ${action} rule of this table.`, {
        details: { fields: { [used]: `is used by the ${action} rule` }, rule: action },
      });
    }
    const where = hasAny(fields, renames) ? renameInFilter(rule.where, renames) : rule.where;
    // Also when nothing was renamed: an enum may have lost the word that the condition asks for.
    rules[action] = checkedRule(action, { level: rule.level, where }, byName);
  }
  return rules;
}

function hasAny(fields: ReadonlySet<string>, renames: Renames): boolean {
  return [...fields].some((field) => renames.has(field));
}

/** Throws `in_use` when a table cannot be deleted because others point at it. */
export function requireNoReferrers(table: Table): void {
  const other = table.referrers.find((referrer) => referrer.table !== table.name);
  if (other === undefined) return;
  throw new ServiceError(
    'in_use',
    `The column '${other.column}' of '${other.table}' points at '${table.name}': drop it first.`,
    { details: { references: [{ table: other.table, column: other.column }] } },
  );
}
