import type { LookupTable } from '../../../database/filter/index.ts';
import type { ColumnDefinition, IndexDefinition, TableDefinition } from '../../../database/index.ts';
import { ServiceError } from '../../../platform/errors.ts';
import { type Catalogue, lookupTable, type StoredTable } from '../catalogue.ts';
import { newKey } from '../new-key.ts';
import { type CreationContext, planRules, TABLES_MAX } from '../plan-create.ts';
import { planIndexes } from '../plan-indexes.ts';
import { Problems } from '../problems.ts';
import { readColumn } from '../read-column.ts';
import { checkName } from '../read-name.ts';
import type { RuleNames } from '../read-rules.ts';
import { PRIVATE_RULES } from '../rules.ts';
import { checkSearchable, planEmptySearch, planSearch } from '../search/plan-search.ts';
import type { TableInput, TablesInput } from './schema-input.ts';

/** The service fills these tables, so the file does not name them. */
function isUntouched({ name, readOnly }: Pick<TableDefinition, 'name' | 'readOnly'>): boolean {
  return readOnly === true || name === 'payments';
}

export interface TableTarget {
  readonly before: StoredTable | undefined;
  readonly after: StoredTable | undefined;
}

/** Matches by name or former name. Throws `validation_failed` and the errors of rules, indexes and columns. */
export function targetTables(
  catalogue: Catalogue,
  input: TablesInput,
  making: CreationContext,
): readonly TableTarget[] {
  const problems = new Problems();
  const matches = matchTables(catalogue, input, problems);
  const ids = new Map(Object.keys(input).map((name) => [name, matches.get(name)?.definition.id ?? making.ids()]));
  // The file need not name untouched tables, but other tables may refer to them.
  for (const { definition } of catalogue.stored.values())
    if (isUntouched(definition) && !ids.has(definition.name)) ids.set(definition.name, definition.id);
  if (Object.keys(input).length > TABLES_MAX) problems.add('tables', `are more than ${TABLES_MAX}`);
  problems.throwIfAny();
  const planned = Object.entries(input).map(([name, table]) => {
    const before = matches.get(name);
    return { before, table, after: targetTable({ name, table, before, ids, making, problems }) };
  });
  problems.throwIfAny();
  const lookups = new Map<string, LookupTable>(
    planned.map(({ after: { definition } }) => [definition.name, lookupTable(definition)]),
  );
  for (const [name, table] of catalogue.tables) if (isUntouched(table)) lookups.set(name, table);
  const targets = planned.map(({ before, table, after }) => ({ before, after: withRules(after, table, lookups) }));
  const kept = new Set([...matches.values()].map(({ definition }) => definition.id));
  const dropped = [...catalogue.stored.values()].filter(
    ({ definition }) => !kept.has(definition.id) && !isUntouched(definition),
  );
  return [...targets, ...dropped.map((before) => ({ before, after: undefined }))];
}

function matchTables(catalogue: Catalogue, input: TablesInput, problems: Problems): ReadonlyMap<string, StoredTable> {
  const matches = new Map<string, StoredTable>();
  const taken = new Set<string>();
  for (const [name, { renamed_from: former }] of Object.entries(input)) {
    checkName(name, `tables.${name.slice(0, 64)}`, problems);
    const current = catalogue.tables.get(name);
    const found =
      current ?? (former === undefined || Object.hasOwn(input, former) ? undefined : catalogue.tables.get(former));
    const stored = found && catalogue.stored.get(found.id);
    if (stored === undefined) continue;
    if (taken.has(stored.definition.id))
      problems.add(`tables.${name}.renamed_from`, 'is the name of a table that was renamed already');
    taken.add(stored.definition.id);
    matches.set(name, stored);
  }
  return matches;
}

interface TargetInput {
  readonly name: string;
  readonly table: TableInput;
  readonly before: StoredTable | undefined;
  readonly ids: ReadonlyMap<string, string>;
  readonly making: CreationContext;
  readonly problems: Problems;
}

function targetTable(input: TargetInput): StoredTable {
  const { name, before, ids, making, problems } = input;
  const columns = targetColumns(input);
  checkSearchable(columns, `tables.${name}.columns`, problems);
  // The checks below need valid columns; with others their messages would mislead.
  problems.throwIfAny();
  const definition: TableDefinition = {
    id: ids.get(name) ?? '',
    name,
    columns,
    indexes: targetIndexes(input, columns),
    indexesByTime: before?.definition.indexesByTime ?? true,
    idsByTime: before?.definition.idsByTime ?? true,
    watched: before?.definition.watched ?? false,
    ...(before?.definition.pending && { pending: before.definition.pending }),
    ...(before?.definition.unbuilt && { unbuilt: before.definition.unbuilt }),
    ...(before === undefined
      ? planEmptySearch(columns, making.ids)
      : planSearch(columns, before.definition.search, making.ids)),
  };
  const rules = PRIVATE_RULES;
  const { now } = making;
  if (before === undefined) return { definition, rules, version: 1, createdAt: now, updatedAt: now };
  return { definition, rules, version: before.version + 1, createdAt: before.createdAt, updatedAt: now };
}

/** Reads rules after all tables are planned, because rules may look into any of them. */
function withRules(after: StoredTable, { rules: input }: TableInput, lookups: RuleNames['tables']): StoredTable {
  const rules = inTable(after.definition.name, () => planRules(after.definition, input, lookups));
  return { ...after, rules };
}

/** Existing columns keep their order and new ones follow, because the order in the file is not guaranteed. */
function targetColumns({ name, table, before, ids, making, problems }: TargetInput): readonly ColumnDefinition[] {
  const old = new Map(before?.definition.columns.map((column) => [column.name, column]));
  const named = new Set(table.columns.map((column) => column.name));
  const made = new Map<string, ColumnDefinition>();
  for (const [index, { renamed_from: former, ...column }] of table.columns.entries()) {
    const path = `tables.${name}.columns.${index}`;
    const current = old.get(column.name) ?? (former === undefined || named.has(former) ? undefined : old.get(former));
    const key = current?.key ?? newKey(making.ids);
    if (made.has(key) || [...made.values()].some((other) => other.name === column.name)) {
      problems.add(`${path}.name`, 'is there twice');
      continue;
    }
    const target = readColumn(column, key, { path, problems, findTable: (other) => ids.get(other) });
    if (current !== undefined) requireSameType(current, target, path, problems);
    made.set(key, target);
  }
  const kept = [...old.values()].flatMap(({ key }) => made.get(key) ?? []);
  return [...kept, ...[...made.values()].filter((column) => !kept.includes(column))];
}

function requireSameType(before: ColumnDefinition, after: ColumnDefinition, path: string, problems: Problems): void {
  if (before.type !== after.type) {
    problems.add(
      `${path}.type`,
      `cannot change from ${before.type} to ${after.type}: add a column of the other type, copy the values and drop this one`,
    );
  } else if (before.reference?.tableId !== after.reference?.tableId) {
    problems.add(`${path}.table`, 'cannot change: add another reference and drop this one');
  }
}

function targetIndexes({ name, table, before, making }: TargetInput, columns: readonly ColumnDefinition[]) {
  const inputs = table.indexes ?? [];
  const indexes = inTable(name, (problems) =>
    planIndexes({ inputs, path: 'indexes', columns, others: [], problems, ids: making.ids }),
  );
  const same = (index: IndexDefinition): IndexDefinition | undefined =>
    before?.definition.indexes.find(
      (other) => other.unique === index.unique && other.columns.join() === index.columns.join(),
    );
  return indexes.map((index) => same(index) ?? index);
}

function inTable<Result>(name: string, work: (problems: Problems) => Result): Result {
  const problems = new Problems();
  try {
    const result = work(problems);
    problems.throwIfAny();
    return result;
  } catch (error) {
    throw error instanceof ServiceError ? placed(`tables.${name}`, error) : error;
  }
}

export function placed(place: string, { code, message, details }: ServiceError): ServiceError {
  const fields = Object.entries(Object(details?.['fields'])).map(([field, problem]) => [`${place}.${field}`, problem]);
  const options = details === undefined ? {} : { details: { ...details, fields: Object.fromEntries(fields) } };
  return new ServiceError(code, `${place}: ${message}`, options);
}
