import type { Dialect, PlainStep, TableDdl, TableDefinition } from '../../../database/index.ts';
import { alterTableSteps, createTableSteps, dropTableSteps, type TablesById } from '../../../database/index.ts';
import type { ServiceError } from '../../../platform/errors.ts';
import type { StoredTable } from '../catalogue.ts';
import { withinSearch } from '../search/plan-search.ts';
import { changePending, indexesOf, refusalsOf } from '../table-plans.ts';
import { deleteTableSteps, insertTableSteps, updateTableSteps } from '../tables-store.ts';
import { placed, type TableTarget } from './target-tables.ts';

interface SchemaSteps {
  readonly steps: readonly PlainStep[];
  readonly refusals: ReadonlyMap<string, ServiceError>;
}

/** Drops references before what they depend on, and adds new ones once all tables exist, so circles are possible. */
export function schemaSteps(ddl: TableDdl, targets: readonly TableTarget[]): SchemaSteps {
  const changed = targets.filter(isChange);
  for (const { before } of changed) if (before?.definition.pending) throw changePending(before.definition);
  const work = new SchemaWork(
    ddl,
    new Map(targets.flatMap(({ after }) => (after ? [[after.definition.id, after.definition]] : []))),
  );
  for (const { before, after } of changed) if (before !== undefined) work.dropColumns(before, after);
  for (const { before, after } of changed) if (before !== undefined && after === undefined) work.dropTable(before);
  work.renameTables(changed);
  const created = changed.flatMap(({ before, after }) => (before === undefined && after !== undefined ? [after] : []));
  for (const [index, table] of created.entries()) work.createTable(table, created.slice(index + 1));
  for (const { after } of changed) if (after !== undefined) work.complete(after);
  return work;
}

function isChange({ before, after }: TableTarget): boolean {
  return contentOf(before) !== contentOf(after);
}

function contentOf(table: StoredTable | undefined): string {
  return table === undefined ? '' : JSON.stringify([table.definition, table.rules]);
}

class SchemaWork implements SchemaSteps {
  readonly steps: PlainStep[] = [];
  readonly refusals = new Map<string, ServiceError>();
  readonly #ddl: TableDdl;
  readonly #dialect: Dialect;
  readonly #tables: TablesById;
  readonly #current = new Map<string, StoredTable>();
  readonly #created = new Set<string>();

  constructor(ddl: TableDdl, tables: TablesById) {
    this.#ddl = ddl;
    this.#dialect = ddl.dialect;
    this.#tables = tables;
  }

  /** Dropped tables lose their references first, because the tables they refer to may be dropped before them. */
  dropColumns(before: StoredTable, after: StoredTable | undefined): void {
    const { definition } = before;
    this.#current.set(definition.id, before);
    const kept = new Set(after?.definition.columns.map(({ key }) => key));
    const columns = definition.columns.filter(({ key, reference, type }) =>
      after === undefined ? reference === undefined && type !== 'file' : kept.has(key),
    );
    if (columns.length === definition.columns.length) return;
    const left = new Set(columns.map(({ key }) => key));
    const gone = new Set(definition.columns.map(({ key }) => key).filter((key) => !left.has(key)));
    const indexes = definition.indexes.filter((index) => !index.columns.some((key) => gone.has(key)));
    this.#alter(before, { ...before, definition: withinSearch({ ...definition, columns, indexes }) });
  }

  dropTable({ definition }: StoredTable): void {
    const current = this.#current.get(definition.id)?.definition ?? definition;
    this.#add(definition, [
      ...dropTableSteps(this.#dialect, current),
      ...deleteTableSteps(this.#dialect, definition.id),
    ]);
    this.#current.delete(definition.id);
  }

  /** Several tables are renamed through temporary names, so that tables may swap names. */
  renameTables(targets: readonly TableTarget[]): void {
    const renamed = targets.flatMap(({ before, after }) =>
      before !== undefined && after !== undefined && before.definition.name !== after.definition.name
        ? [after.definition]
        : [],
    );
    if (renamed.length > 1) for (const { id } of renamed) this.#rename(id, `renamed_${id.replaceAll('-', '')}`);
    for (const { id, name } of renamed) this.#rename(id, name);
  }

  createTable(table: StoredTable, later: readonly StoredTable[]): void {
    const { definition } = table;
    const missing = new Set(later.map((other) => other.definition.id));
    const columns = definition.columns.filter(({ reference }) => !missing.has(reference?.tableId ?? ''));
    const names = new Set(columns.map(({ key }) => key));
    const first: StoredTable =
      columns.length === definition.columns.length
        ? table
        : { ...table, definition: { ...definition, columns, indexes: withinColumns(definition, names) } };
    this.#add(definition, [
      ...createTableSteps(this.#dialect, first.definition, this.#tables, indexesOf(first)),
      ...insertTableSteps(this.#dialect, table),
    ]);
    this.#created.add(definition.id);
    this.#current.set(definition.id, first);
  }

  complete(table: StoredTable): void {
    const { definition } = table;
    const current = this.#current.get(definition.id);
    if (current === undefined) throw new Error(`table ${definition.name} was not made`);
    if (contentOf(current) !== contentOf(table)) this.#alter(current, table);
    if (!this.#created.has(definition.id)) this.#add(definition, updateTableSteps(this.#dialect, table));
    for (const [name, refusal] of refusalsOf(definition))
      this.refusals.set(`${definition.id} ${name}`, placed(`tables.${definition.name}`, refusal));
  }

  #rename(id: string, name: string): void {
    const current = this.#current.get(id);
    if (current !== undefined) this.#alter(current, { ...current, definition: { ...current.definition, name } });
  }

  #alter(before: StoredTable, after: StoredTable): void {
    const steps = alterTableSteps(this.#ddl, {
      before: before.definition,
      after: after.definition,
      indexesBefore: indexesOf(before),
      indexesAfter: indexesOf(after),
      tables: this.#tables,
    });
    this.#add(after.definition, steps);
    this.#current.set(after.definition.id, after);
  }

  /** The name of a step tells what blocked it and is unique only within a table, so the table's id precedes it. */
  #add({ id }: TableDefinition, steps: readonly PlainStep[]): void {
    this.steps.push(...steps.map((step) => (step.name === undefined ? step : { ...step, name: `${id} ${step.name}` })));
  }
}

function withinColumns({ columns, indexes }: TableDefinition, keys: ReadonlySet<string>): TableDefinition['indexes'] {
  const missing = new Set(columns.map(({ key }) => key).filter((key) => !keys.has(key)));
  return indexes.filter((index) => !index.columns.some((key) => missing.has(key)));
}
