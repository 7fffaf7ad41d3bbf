import type { LookupTable } from '../../database/filter/index.ts';
import type { ColumnDefinition, PendingChange, TableDefinition } from '../../database/index.ts';
import {
  columnOf,
  type Index,
  indexName,
  ownIndexes,
  physicalTable,
  WORD_RULES,
  wantedIndexes,
} from '../../database/index.ts';
import type { Column, Referrer, Table, TableIndex } from '../../database/schema/index.ts';
import { indexedBytesMax } from '../../database/schema/index.ts';
import { parseRules, type StoredRules, userColumns } from './rules.ts';
import { SYSTEM_COLUMNS } from './system-columns.ts';

/** All tables of a project at one moment. Immutable: a change makes a new catalogue with a higher version. */
export interface Catalogue {
  /** Grows with every change of any table. Writes name theirs (`WriteOptions.schemaVersion`). */
  readonly version: number;
  /** By name. */
  readonly tables: ReadonlyMap<string, Table>;
  /** Stored form by table id, from which changes start. */
  readonly stored: ReadonlyMap<string, StoredTable>;
  /** Ids of the tables whose row changes become deliveries. */
  readonly watched: ReadonlySet<string>;
}

export interface StoredTable {
  readonly definition: TableDefinition;
  readonly rules: StoredRules;
  readonly version: number;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export function buildCatalogue(version: number, rows: readonly StoredTable[]): Catalogue {
  const stored = new Map(rows.map((row) => [row.definition.id, row]));
  const names = new Map(rows.map((row) => [row.definition.id, row.definition.name]));
  const referrers = findReferrers(rows);
  const tables = new Map<string, Table>();
  for (const row of rows) tables.set(row.definition.name, buildTable(row, { names, referrers, lookups: tables }));
  const watched = rows.flatMap(({ definition }) => (definition.watched ? [definition.id] : []));
  return { version, tables, stored, watched: new Set(watched) };
}

export function columnMap(columns: readonly ColumnDefinition[]): ReadonlyMap<string, Column> {
  const own = columns.map((column) => columnOf(column));
  return new Map([...SYSTEM_COLUMNS, ...own].map((column) => [column.name, column]));
}

export function lookupTable(definition: TableDefinition): LookupTable {
  const { id, name, columns } = definition;
  return { id, name, physical: physicalTable(definition), columnByName: columnMap(columns), indexes: [] };
}

export function plannedLookups({ tables }: Pick<Catalogue, 'tables'>, planned: TableDefinition) {
  const lookups = new Map<string, LookupTable>([...tables].filter(([, { id }]) => id !== planned.id));
  return lookups.set(planned.name, lookupTable(planned));
}

type ReferrersById = ReadonlyMap<string, readonly (Referrer & { readonly tableId: string })[]>;

interface Neighbours {
  /** By id. */
  readonly names: ReadonlyMap<string, string>;
  readonly referrers: ReferrersById;
  /** All tables of the catalogue. The map is complete by the time a rule looks into it. */
  readonly lookups: ReadonlyMap<string, Table>;
}

function buildTable(row: StoredTable, { names, referrers, lookups }: Neighbours): Table {
  const { definition, createdAt, updatedAt, version } = row;
  const rules = parseRules(row.rules);
  const ruleColumns = userColumns(rules, definition.name);
  const wanted = wantedIndexes(definition, ruleColumns);
  const indexed = new Set(ownIndexes(definition, ruleColumns).map(({ columns: [first] }) => first?.name));
  const bytesMax = findBytesMax(wanted);
  const system = SYSTEM_COLUMNS.map((column) => (indexed.has(column.name) ? { ...column, indexed: true } : column));
  const own = definition.columns.map((column) => ({
    ...columnOf(column, names.get(column.reference?.tableId ?? '')),
    indexed: indexed.has(column.name),
    ...limitsOf(column, bytesMax.get(column.name), definition.pending),
  }));
  const columns = [...system, ...own];
  const columnByName = new Map(columns.map((column) => [column.name, column]));
  return {
    id: definition.id,
    name: definition.name,
    physical: physicalTable(definition),
    version,
    columns,
    columnByName,
    indexes: wanted.map((index) => tableIndex(definition, index, columnByName)),
    ...tableSearch(definition, columnByName),
    rules,
    lookups,
    watched: definition.watched,
    // In tables that the service fills, row ids come from the source of the row.
    idsByTime: definition.idsByTime && definition.readOnly !== true,
    ...(definition.readOnly === true && { readOnly: true }),
    ...(definition.pending && { change: definition.pending.id }),
    referrers: (referrers.get(definition.id) ?? []).map(({ table, column, onDelete }) => ({ table, column, onDelete })),
    cascadesTo: findCascade(definition.id, referrers),
    createdAt,
    updatedAt,
  };
}

function tableIndex(definition: TableDefinition, index: Index, columns: ReadonlyMap<string, Column>): TableIndex {
  const declared = definition.indexes.some(({ key, unique }) => indexName(definition.id, key, unique) === index.name);
  const found = index.columns.flatMap(({ name }) => columns.get(name) ?? []);
  return { name: index.name, columns: found, unique: index.unique, declared };
}

function tableSearch({ columns, search }: TableDefinition, byName: ReadonlyMap<string, Column>): Pick<Table, 'search'> {
  if (search === undefined) return {};
  const names = new Map(columns.map(({ key, name }) => [key, name]));
  const found = search.columns.flatMap(({ key, wordsKey }) => {
    const column = byName.get(names.get(key) ?? '');
    return column === undefined ? [] : [{ column, wordsKey }];
  });
  return { search: { key: search.key, isWhole: search.isWhole && search.rules >= WORD_RULES, columns: found } };
}

/** The longest texts, in bytes, that every index can hold. */
function findBytesMax(indexes: readonly Index[]): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const { columns } of indexes) {
    const texts = columns.filter(({ type }) => type === 'text');
    for (const { name } of texts) {
      found.set(name, Math.min(found.get(name) ?? Number.POSITIVE_INFINITY, indexedBytesMax(texts.length)));
    }
  }
  return found;
}

function limitsOf(
  { key }: ColumnDefinition,
  bytesMax: number | undefined,
  pending: PendingChange | undefined,
): Pick<Column, 'bytesMax' | 'soon'> {
  const limits = pending?.limits.filter((limit) => limit.key === key) ?? [];
  const bytes = [bytesMax, ...limits.map((limit) => limit.bytesMax)].filter((most) => most !== undefined);
  const words = limits.find((limit) => limit.enum !== undefined)?.enum;
  const isRequired = limits.some(({ required }) => required === true);
  return {
    ...(bytes.length > 0 && { bytesMax: Math.min(...bytes) }),
    ...((isRequired || words !== undefined) && {
      soon: { ...(isRequired && { required: true }), ...(words !== undefined && { enum: words }) },
    }),
  };
}

function findReferrers(rows: readonly StoredTable[]): ReferrersById {
  const referrers = new Map<string, (Referrer & { tableId: string })[]>();
  for (const { definition } of rows) {
    for (const { name, reference } of definition.columns) {
      if (reference === undefined) continue;
      const list = referrers.get(reference.tableId) ?? [];
      list.push({ table: definition.name, tableId: definition.id, column: name, onDelete: reference.onDelete });
      referrers.set(reference.tableId, list);
    }
  }
  return referrers;
}

/** Ids of all tables whose rows a delete here may change, directly or through others; each once, despite loops. */
function findCascade(tableId: string, referrers: ReferrersById): readonly string[] {
  const found = new Set<string>();
  const open = [tableId];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    for (const referrer of referrers.get(id) ?? []) {
      if (referrer.onDelete === 'restrict' || found.has(referrer.tableId)) continue;
      found.add(referrer.tableId);
      // Only deleted rows pass the delete on; a row that merely loses its reference stays.
      if (referrer.onDelete === 'cascade') open.push(referrer.tableId);
    }
  }
  return [...found];
}
