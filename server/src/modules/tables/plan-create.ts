import type { Static } from 'typebox';
import type { TableDefinition } from '../../database/index.ts';
import type { Table } from '../../database/schema/index.ts';
import { ServiceError } from '../../platform/errors.ts';
import { type Catalogue, columnMap, plannedLookups, type StoredTable } from './catalogue.ts';
import { newKey } from './new-key.ts';
import { planIndexes } from './plan-indexes.ts';
import { Problems } from './problems.ts';
import { readColumn } from './read-column.ts';
import { checkName } from './read-name.ts';
import { type RuleNames, readRules } from './read-rules.ts';
import { PRIVATE_RULES, type StoredRules } from './rules.ts';
import { checkSearchable, planEmptySearch } from './search/plan-search.ts';
import type { createTableBody } from './table-schemas.ts';

export const TABLES_MAX = 500;

export type CreateTableInput = Static<typeof createTableBody>;

export interface CreationContext {
  readonly now: string;
  readonly ids: () => string;
  readonly id?: string;
}

export interface KnownTables {
  readonly tables: ReadonlyMap<string, Pick<Table, 'id'>>;
}

/** Throws `validation_failed`, `duplicate`, and the errors of a rule's condition. */
export function planCreate(
  catalogue: Pick<Catalogue, 'tables'>,
  input: CreateTableInput,
  making: CreationContext,
): StoredTable {
  const { definition, ...planned } = planWithoutRules(catalogue, input, making);
  const rules = planRules(definition, input.rules, plannedLookups(catalogue, definition));
  return { ...planned, definition, rules };
}

/** The rules of a new table. All tables that the rules look into must be planned before. */
export function planRules(
  { columns }: TableDefinition,
  input: CreateTableInput['rules'],
  tables: RuleNames['tables'],
): StoredRules {
  const problems = new Problems();
  const rules = readRules(input ?? {}, PRIVATE_RULES, { columns: columnMap(columns), tables, problems });
  problems.throwIfAny();
  return rules;
}

export function planWithoutRules(
  catalogue: KnownTables,
  input: CreateTableInput,
  making: CreationContext,
): StoredTable {
  const { now, ids } = making;
  const problems = new Problems();
  const id = making.id ?? ids();
  checkName(input.name, 'name', problems);
  if (catalogue.tables.size >= TABLES_MAX)
    problems.add('name', `would be one more than the ${TABLES_MAX} tables of a project`);
  const findTable = (name: string): string | undefined => (name === input.name ? id : catalogue.tables.get(name)?.id);
  const columns = (input.columns ?? []).map((column, index) =>
    readColumn(column, newKey(ids), { path: `columns.${index}`, problems, findTable }),
  );
  const names = new Set<string>();
  for (const [index, { name }] of columns.entries()) {
    if (names.has(name)) problems.add(`columns.${index}.name`, 'is used twice');
    names.add(name);
  }
  checkSearchable(columns, 'columns', problems);
  problems.throwIfAny();
  if (catalogue.tables.has(input.name)) throw tableTaken(input.name);
  const indexes = planIndexes({ inputs: input.indexes ?? [], path: 'indexes', columns, others: [], problems, ids });
  problems.throwIfAny();
  const definition: TableDefinition = {
    id,
    name: input.name,
    columns,
    indexes,
    indexesByTime: true,
    idsByTime: true,
    watched: false,
    ...planEmptySearch(columns, ids),
  };
  return { definition, rules: PRIVATE_RULES, version: 1, createdAt: now, updatedAt: now };
}

export function tableTaken(name: string): ServiceError {
  return new ServiceError('duplicate', `There is already a table named '${name}'.`, {
    details: { fields: { name: 'is taken' } },
  });
}
