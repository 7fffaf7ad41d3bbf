import type { Static } from 'typebox';
import type { TableDefinition } from '../../database/ddl/definition.ts';
import type { Table } from '../../database/schema/table.ts';
import { ServiceError } from '../../platform/errors.ts';
import { columnMap, type StoredTable } from './catalogue.ts';
import { newKey } from './new-key.ts';
import { planIndexes } from './plan-indexes.ts';
import { Problems } from './problems.ts';
import { readColumn } from './read-column.ts';
import { checkName } from './read-name.ts';
import { readRules } from './read-rules.ts';
import { PRIVATE_RULES } from './rules.ts';
import type { createTableBody } from './table-schemas.ts';

export const TABLES_MAX = 500;

export type CreateTableInput = Static<typeof createTableBody>;

export interface Making {
  readonly now: string;
  readonly ids: () => string;
  /** Where it is known before the table is planned. */
  readonly id?: string;
}

/** The other tables, as far as a plan must know them. */
export interface KnownTables {
  readonly tables: ReadonlyMap<string, Pick<Table, 'id'>>;
}

/** The table that the input describes. Throws `validation_failed`, `duplicate`, and what a rule's condition may. */
export function planCreate(catalogue: KnownTables, input: CreateTableInput, making: Making): StoredTable {
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
  };
  const rules = readRules(input.rules ?? {}, PRIVATE_RULES, { columns: columnMap(columns), problems });
  problems.throwIfAny();
  return { definition, rules, version: 1, createdAt: now, updatedAt: now };
}

export function tableTaken(name: string): ServiceError {
  return new ServiceError('duplicate', `There is a table called '${name}' already.`, {
    details: { fields: { name: 'is taken' } },
  });
}
