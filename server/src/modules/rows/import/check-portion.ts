import type { Database, StoreName, Value } from '../../../database/index.ts';
import type { Column, Table } from '../../../database/schema/index.ts';
import { type Catalogue, type CompleteRow, missingColumns, type RowProblem } from '../../tables/index.ts';
import { findKnown, type KnownRows, keyOf } from './find-known.ts';
import type { RowOutcome } from './import-report.ts';

/** Limit for remembered values of the file, over all columns. Duplicates in the file beyond it go unnoticed. */
const SEEN_MAX = 500_000;

export interface ImportTarget {
  readonly catalogue: Catalogue;
  readonly table: Table;
  readonly on: Column | undefined;
}

export type PortionCheck = (rows: readonly CompleteRow[], checking: ImportTarget) => Promise<readonly RowOutcome[]>;

/** Remembers the file's values across portions, so that a row sees earlier rows as if they were written. */
export function createPortionCheck(database: Database, store: StoreName): PortionCheck {
  const seen = new Map<string, string>();
  return async (rows, { catalogue, table, on }) => {
    const known = await findKnown({ database, store }, rows, { catalogue, table });
    return rows.map((row) => checkRow(row, { table, on, known, seen }));
  };
}

interface PortionContext {
  readonly table: Table;
  readonly on: Column | undefined;
  readonly known: KnownRows;
  readonly seen: Map<string, string>;
}

function checkRow(row: CompleteRow, looking: PortionContext): RowOutcome {
  const { table, on, seen } = looking;
  const target = on === undefined ? undefined : holderOf(on, row.values.get(on) ?? null, looking);
  const [missing] = target === undefined ? missingColumns(row, table) : [];
  if (missing !== undefined) return problemOf(row, missing, 'is required', 'validation_failed');
  const written =
    target === undefined ? table.columns : row.sent.filter(({ name }) => name !== 'id' && name !== on?.name);
  for (const column of written) {
    const value = row.values.get(column) ?? null;
    const holder = column.unique ? holderOf(column, value, looking) : undefined;
    if (holder !== undefined && holder !== target)
      return problemOf(row, column, 'has the same value in another row', 'duplicate');
    if (value !== null && isDangling(row, column, looking)) {
      return problemOf(row, column, 'is not the id of a row in the referenced table', 'validation_failed');
    }
  }
  for (const column of written) {
    const value = row.values.get(column) ?? null;
    if (column.unique && value !== null && seen.size < SEEN_MAX)
      seen.set(keyOf(column, value), target ?? copyOf(row.id));
  }
  return target === undefined ? 'inserted' : 'updated';
}

/** A copy, because a slice of the file's text would keep its whole piece in memory. */
function copyOf(id: string): string {
  return Buffer.from(id, 'latin1').toString('latin1');
}

function holderOf(column: Column, value: Value, { known, seen }: PortionContext): string | undefined {
  if (value === null) return undefined;
  const key = keyOf(column, value);
  return seen.get(key) ?? known.holders.get(key);
}

function isDangling(row: CompleteRow, column: Column, { table, known, seen }: PortionContext): boolean {
  if (column.reference === undefined) return false;
  const value = row.values.get(column) ?? null;
  if (known.targets.has(keyOf(column, value))) return false;
  const isInFile = value === row.id || seen.has(keyOf({ name: 'id' }, value));
  return !(column.reference.table === table.name && isInFile);
}

function problemOf({ line }: CompleteRow, { name }: Column, problem: string, code: string): RowProblem {
  return { line, code, message: `${name} ${problem}.`, field: name };
}
