import type { Static } from 'typebox';
import type { ColumnDefinition, TableDefinition } from '../../database/index.ts';
import type { Table } from '../../database/schema/index.ts';
import { ServiceError } from '../../platform/errors.ts';
import { type Catalogue, columnMap, plannedLookups, type StoredTable } from './catalogue.ts';
import { type ColumnChanges, columnChanges, requireUnused } from './column-changes.ts';
import { newKey } from './new-key.ts';
import { type CreationContext, tableTaken } from './plan-create.ts';
import { keepIndexes, planIndexes } from './plan-indexes.ts';
import { Problems } from './problems.ts';
import { changeColumn, readColumn } from './read-column.ts';
import { checkName } from './read-name.ts';
import { checkedRule, type RuleNames, readRules } from './read-rules.ts';
import { renameInRule } from './rename-in-rule.ts';
import { ownFields } from './rule-lookups.ts';
import { parseRules, ROW_ACTIONS, type StoredRules } from './rules.ts';
import { checkSearchable, planSearch } from './search/plan-search.ts';
import { type alterTableBody, COLUMNS_MAX } from './table-schemas.ts';

export type AlterTableInput = Static<typeof alterTableBody>;

interface PlanContext {
  readonly catalogue: Catalogue;
  readonly before: TableDefinition;
  readonly input: AlterTableInput;
  readonly problems: Problems;
  readonly ids: () => string;
}

/** Throws `validation_failed`, `unknown_column`, `duplicate`, `in_use`, `invalid_filter`. */
export function planAlter(
  catalogue: Catalogue,
  before: StoredTable,
  input: AlterTableInput,
  { now, ids }: CreationContext,
): StoredTable {
  const problems = new Problems();
  const name = input.rename ?? before.definition.name;
  checkName(name, 'rename', problems);
  const planning = { catalogue, before: before.definition, input, problems, ids };
  const columns = planColumns(planning);
  problems.throwIfAny();
  if (name !== before.definition.name && catalogue.tables.has(name)) throw tableTaken(name);
  requireFree(before.definition, columns, input);
  const indexes = planIndexes({
    inputs: input.add_indexes ?? [],
    path: 'add_indexes',
    columns,
    others: keepIndexes(before.definition, { columns, dropped: input.drop_indexes ?? [], problems }),
    problems,
    ids,
  });
  problems.throwIfAny();
  const { search, ...others } = before.definition;
  const definition = { ...others, name, columns, indexes, ...planSearch(columns, search, ids) };
  const renaming = columnChanges(before.definition, definition);
  const names: RuleNames = { columns: columnMap(columns), tables: plannedLookups(catalogue, definition) };
  const kept = keepRules(before, { renaming, names }, input);
  const rules = readRules(input.rules ?? {}, kept, { ...names, problems });
  problems.throwIfAny();
  return { definition, rules, version: before.version + 1, createdAt: before.createdAt, updatedAt: now };
}

function planColumns(planning: PlanContext): readonly ColumnDefinition[] {
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
  checkSearchable(columns, 'change_columns', problems);
  if (columns.length > COLUMNS_MAX) problems.add('add_columns', `would exceed the limit of ${COLUMNS_MAX} columns`);
  return columns;
}

function tableFinder({ catalogue, before, input }: PlanContext) {
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
  throw new ServiceError('unknown_column', `'${name}' is not a column of '${table.name}' that can be changed.`, {
    details: { fields: { [name]: 'is not a column that can be changed' } },
  });
}

/** Throws `duplicate` when two columns would have the same name. */
function requireFree(before: TableDefinition, columns: readonly ColumnDefinition[], input: AlterTableInput): void {
  const seen = new Set<string>();
  for (const { name } of columns) {
    if (seen.has(name)) {
      throw new ServiceError('duplicate', `'${input.rename ?? before.name}' would have two columns named '${name}'.`, {
        details: { fields: { [name]: 'is taken' } },
      });
    }
    seen.add(name);
  }
}

interface KeptRules {
  readonly renaming: ColumnChanges;
  readonly names: RuleNames;
}

/** Rewrites the rules that are not sent to the new column names. A column that one of them uses cannot be dropped. */
function keepRules(before: StoredTable, { renaming, names }: KeptRules, input: AlterTableInput): StoredRules {
  const { name } = before.definition;
  const parsed = parseRules(before.rules);
  const rules = { ...before.rules };
  for (const action of ROW_ACTIONS) {
    const { level, where } = before.rules[action];
    if (input.rules?.[action] !== undefined || where === undefined) continue;
    requireUnused(ownFields(parsed[action], name), renaming, { table: name, action });
    // Checked even when nothing was renamed: an enum may have lost a word that the condition uses.
    rules[action] = checkedRule(action, { level, where: renameInRule(where, name, renaming) }, names);
  }
  return rules;
}

/** Throws `in_use` when other tables refer to this one. */
export function requireNoReferrers(table: Table): void {
  const other = table.referrers.find((referrer) => referrer.table !== table.name);
  if (other === undefined) return;
  throw new ServiceError(
    'in_use',
    `The column '${other.column}' of '${other.table}' refers to '${table.name}': drop it first.`,
    { details: { references: [{ table: other.table, column: other.column }] } },
  );
}
