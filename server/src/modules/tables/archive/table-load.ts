import { type ArchiveRecord, UnfitRecord } from '../../../archive/format/index.ts';
import { storingRecords } from '../../../archive/sections/storing-records.ts';
import type { Database, StoreName } from '../../../database/index.ts';
import { createLoadedTableSteps, referenceSteps, wantedIndexes } from '../../../database/index.ts';
import { bodyValue, type Table } from '../../../database/schema/index.ts';
import { insertRows } from '../../../database/sql/index.ts';
import { createValidator } from '../../../http/index.ts';
import { type Clock, isoTime } from '../../../platform/clock.ts';
import { ServiceError } from '../../../platform/errors.ts';
import { buildCatalogue, lookupTable, type StoredTable } from '../catalogue.ts';
import { type CompleteRow, completeRow } from '../complete-row.ts';
import { keepsIdOrder } from '../id-order.ts';
import { type CreateTableInput, planRules, planWithoutRules } from '../plan-create.ts';
import { parseRules, userColumns } from '../rules.ts';
import { createTableBody } from '../table-schemas.ts';
import { insertTableSteps, updateTableSteps } from '../tables-store.ts';

export interface TableLoad {
  readonly tables: ReadonlyMap<string, Table>;
  /** Throws `UnfitRecord` with the message that an import would give. */
  insert(table: string, records: readonly ArchiveRecord[]): Promise<void>;
  checkReferences(): Promise<void>;
}

export interface TableLoadOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly ids: () => string;
  readonly store: StoreName;
  /** The archive has no files, so references to files are dropped. */
  readonly withoutFiles: boolean;
}

const checkBody = createValidator(createTableBody);

/** Creates the tables in `schema`, which has the form of GET's answer. Throws `UnfitRecord`. */
export async function openTableLoad(options: TableLoadOptions, schema: readonly unknown[]): Promise<TableLoad> {
  const { database, store } = options;
  const planned = planTables(options, schema);
  const definitions = new Map(planned.map(({ definition }) => [definition.id, definition]));
  const { dialect } = database;
  for (const table of planned) {
    const { definition, rules } = table;
    const indexes = wantedIndexes(definition, userColumns(parseRules(rules), definition.name));
    await database.load(store, [
      ...createLoadedTableSteps(dialect, definition, definitions, indexes),
      ...insertTableSteps(dialect, table),
    ]);
  }
  const { tables } = buildCatalogue(1, planned);
  const byTime = new Map(planned.map((table) => [table.definition.name, table]));
  return {
    tables,
    async insert(name, records) {
      const isInOrder = await insert(options, tables.get(name), records);
      const table = byTime.get(name);
      if (isInOrder || table === undefined) return;
      byTime.delete(name);
      const definition = { ...table.definition, idsByTime: false };
      await database.load(store, updateTableSteps(dialect, { ...table, definition }));
    },
    async checkReferences() {
      for (const { definition } of planned) {
        const steps = referenceSteps(dialect, definition, definitions);
        if (steps.length > 0) await storingRecords(() => database.write(store, steps, { exclusive: true }));
      }
    },
  };
}

function planTables({ clock, ids }: TableLoadOptions, schema: readonly unknown[]): StoredTable[] {
  const now = isoTime(clock.now());
  const inputs = schema.map((shown) => inputOf(shown));
  const idOf = new Map(inputs.map(({ input }) => [input.name, ids()]));
  if (idOf.size !== inputs.length) throw new UnfitRecord('Two tables have the same name.');
  const planned = inputs.map(({ input, kept, createdAt, updatedAt }) => {
    const others = new Map([...idOf].filter(([name]) => name !== input.name).map(([name, id]) => [name, { id }]));
    const id = idOf.get(input.name) ?? ids();
    const table = fitting(input.name, () => planWithoutRules({ tables: others }, input, { now, ids, id }));
    const definition = { ...table.definition, ...kept };
    return { input, table: { ...table, definition, createdAt: createdAt ?? now, updatedAt: updatedAt ?? now } };
  });
  const lookups = new Map(planned.map(({ table: { definition } }) => [definition.name, lookupTable(definition)]));
  return planned.map(({ input, table }) => {
    const rules = fitting(input.name, () => planRules(table.definition, input.rules, lookups));
    return { ...table, rules };
  });
}

function fitting<Planned>(name: string, plan: () => Planned): Planned {
  try {
    return plan();
  } catch (error) {
    throw error instanceof ServiceError ? new UnfitRecord(`${name}: ${error.message}`) : error;
  }
}

function inputOf(shown: unknown) {
  const {
    columns,
    read_only: readOnly,
    row_count: _rows,
    created_at: createdAt,
    updated_at: updatedAt,
    ...rest
  } = Object(shown) as ArchiveRecord;
  const own = Array.isArray(columns) ? columns.filter((column) => Object(column).system !== true) : columns;
  const input = { ...rest, columns: own };
  try {
    checkBody(input);
  } catch (error) {
    throw error instanceof ServiceError ? new UnfitRecord(error.message) : error;
  }
  return {
    input: input as CreateTableInput,
    kept: readOnly === true ? { readOnly: true } : {},
    createdAt: timeOf(createdAt),
    updatedAt: timeOf(updatedAt),
  };
}

function timeOf(value: unknown): string | undefined {
  return typeof value === 'string' && !Number.isNaN(Date.parse(value)) ? isoTime(Date.parse(value)) : undefined;
}

/** Returns whether the ids of the rows follow their order of creation. */
async function insert(
  options: TableLoadOptions,
  table: Table | undefined,
  records: readonly ArchiveRecord[],
): Promise<boolean> {
  if (table === undefined) throw new UnfitRecord('There is no table for these rows.');
  const now = isoTime(options.clock.now());
  const rows = records.map((record, index) => rowOf(options, table, { record, line: index + 1, now }));
  const { database, store } = options;
  const step = insertRows(database.dialect, {
    table,
    rows: rows.map(({ values }) => values),
    check: { kind: 'always' },
    shown: undefined,
  });
  await storingRecords(() => database.load(store, [step]));
  return rows.every(({ values, sent }) => keepsIdOrder(table, values, new Set(sent)));
}

function rowOf(
  { ids, withoutFiles }: TableLoadOptions,
  table: Table,
  { record, line, now }: { readonly record: ArchiveRecord; readonly line: number; readonly now: string },
): CompleteRow {
  if (typeof record['id'] !== 'string') throw new UnfitRecord(`A row of ${table.name} has no id.`);
  const fields = new Map(Object.entries(record));
  if (withoutFiles) for (const { name, type } of table.columns) if (type === 'file') fields.set(name, null);
  const row = completeRow({ line, fields }, { table, valueOf: bodyValue, now, ids, isUpsert: false });
  if ('values' in row) return row;
  throw new UnfitRecord(`The row ${record['id'].slice(0, 40)} of ${table.name}: ${row.message}`);
}
