import type { Dialect, PlainStep, TableDefinition } from '../../database/index.ts';
import {
  alterTableSteps,
  capturedTable,
  createTableSteps,
  dropCaptureSteps,
  dropTableSteps,
  exchangedForeignKeys,
  type Index,
  indexChanges,
  type PreparedParts,
  type TableChange,
  type TableDdl,
  wantedIndexes,
} from '../../database/index.ts';
import type { Table } from '../../database/schema/index.ts';
import { ServiceError, validationFailed } from '../../platform/errors.ts';
import type { Catalogue, StoredTable } from './catalogue.ts';
import type { Plan } from './change-catalogue.ts';
import { followChange } from './follow-change.ts';
import { indexNames } from './plan-indexes.ts';
import { parseRules, userColumns } from './rules.ts';
import { deleteTableSteps, insertTableSteps, updateTableSteps } from './tables-store.ts';

export function createPlan(dialect: Dialect, catalogue: Catalogue, table: StoredTable): Plan<string> {
  const { definition } = table;
  const steps = [
    ...createTableSteps(dialect, definition, definitionsOf(catalogue), indexesOf(table)),
    ...insertTableSteps(dialect, table),
  ];
  return { steps, result: definition.name };
}

/** Refuses when rows are in the way or another change is prepared. `prepared`: what this change has made already. */
export function alterPlan(
  ddl: TableDdl,
  catalogue: Catalogue,
  { before, after, prepared, keepsTriggers }: TableAlteration,
): Plan<string> {
  const altered = alterTableSteps(ddl, { ...definitionChange(catalogue, before, after), prepared, keepsTriggers });
  if (altered.length > 0 && after.definition.pending !== undefined) throw changePending(after.definition);
  const steps: PlainStep[] = [
    ...altered,
    ...updateTableSteps(ddl.dialect, after),
    ...followChange(catalogue, before, after).flatMap((other) => updateTableSteps(ddl.dialect, other)),
  ];
  return { steps, refusals: refusalsOf(after.definition), result: after.definition.name };
}

export interface TableAlteration {
  readonly before: StoredTable;
  readonly after: StoredTable;
  readonly prepared?: PreparedParts;
  readonly keepsTriggers?: boolean;
}

export function definitionChange(catalogue: Catalogue, before: StoredTable, after: StoredTable): TableChange {
  return {
    before: before.definition,
    after: after.definition,
    indexesBefore: indexesOf(before),
    indexesAfter: indexesOf(after),
    tables: definitionsOf(catalogue),
  };
}

/** The table after a change, which leaves to later the indexes that only make lists faster, and the validation of foreign keys. */
export function withUnbuilt(
  { dialect }: TableDdl,
  catalogue: Catalogue,
  { before, after }: TableAlteration,
): StoredTable {
  const change = definitionChange(catalogue, before, after);
  const { added } = indexChanges(dialect, change);
  const unbuilt = new Set([
    ...(after.definition.unbuilt ?? []),
    ...added.filter(({ unique }) => !unique).map(({ name }) => name),
    ...exchangedForeignKeys(dialect, change),
  ]);
  return { ...after, definition: { ...after.definition, unbuilt: [...unbuilt] } };
}

export function changePending({ name, pending }: TableDefinition): ServiceError {
  const message = `The table '${name}' is being changed: wait until that change has ended, or cancel it.`;
  return new ServiceError('in_use', message, { details: { change: pending?.id } });
}

export function deletePlan(dialect: Dialect, stored: StoredTable, table: Table): Plan<Table> {
  const { definition } = stored;
  const steps = [
    ...(definition.watched ? dropCaptureSteps(dialect, capturedTable(definition)) : []),
    ...dropTableSteps(dialect, definition),
    ...deleteTableSteps(dialect, definition.id),
  ];
  return { steps, result: table };
}

function definitionsOf(catalogue: Catalogue): ReadonlyMap<string, TableDefinition> {
  return new Map([...catalogue.stored].map(([id, { definition }]) => [id, definition]));
}

export function indexesOf({ definition, rules }: StoredTable): readonly Index[] {
  return wantedIndexes(definition, userColumns(parseRules(rules), definition.name));
}

export function refusalsOf(table: TableDefinition): ReadonlyMap<string, ServiceError> {
  const refusals = new Map<string, ServiceError>();
  for (const { name } of table.columns) {
    refusals.set(
      `required:${name}`,
      validationFailed({ [name]: 'is null in some row, so it cannot be required; a new column needs a default' }),
    );
    refusals.set(`length:${name}`, validationFailed({ [name]: 'is longer in some row than an index can hold' }));
    refusals.set(`enum:${name}`, validationFailed({ [name]: 'has a value outside the enum in some row' }));
    refusals.set(`unique:${name}`, notUnique([name]));
  }
  for (const index of table.indexes) {
    const names = indexNames(table, index);
    refusals.set(`unique:${names.join(',')}`, notUnique(names));
  }
  return refusals;
}

function notUnique(names: readonly string[]): ServiceError {
  const fields = Object.fromEntries(names.map((name) => [name, 'has the same value in several rows']));
  const message = `Several rows have the same '${names.join("', '")}', so it cannot be unique.`;
  return new ServiceError('duplicate', message, { details: { fields } });
}
