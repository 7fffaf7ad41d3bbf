import type { Step, StepResult, TableEffect } from '../database.ts';
import type { StoreHandle } from './store-handle.ts';

const READ = 'SELECT table_rows, version FROM _table_stats WHERE table_id = ?';
const CHANGE = 'UPDATE _table_stats SET table_rows = table_rows + ?, version = version + 1 WHERE table_id = ?';
const FORGET = `INSERT INTO _table_stats (table_id, table_rows, version) VALUES (?, NULL, 1)
  ON CONFLICT (table_id) DO UPDATE SET table_rows = NULL, version = version + 1`;
const NOTE = `INSERT INTO _table_stats (table_id, table_rows, version) VALUES (?, ?, ?)
  ON CONFLICT (table_id) DO UPDATE SET table_rows = excluded.table_rows
  WHERE table_rows IS NULL AND version = excluded.version`;

export interface TableStats {
  /** Undefined while nobody knows. */
  readonly rows: number | undefined;
  readonly version: number;
}

export function readTableStats(handle: StoreHandle, tableId: string): TableStats {
  const [row] = handle.arrays(READ, [tableId]);
  return { rows: typeof row?.[0] === 'number' ? row[0] : undefined, version: Number(row?.[1] ?? 0) };
}

/** Keeps a count that a reader made, unless the table has changed since. */
export function noteRowCount(handle: StoreHandle, tableId: string, rows: number, version: number): void {
  handle.run({ text: NOTE, values: [tableId, rows, version] });
}

/** What one group of writes does to the tables' counts; written once, before the group's commit. */
export class StatsChanges {
  readonly #rows = new Map<string, { readonly physical: string; delta: number }>();
  readonly #unknown = new Set<string>();

  add(steps: readonly Step[], results: readonly StepResult[]): void {
    for (const [index, step] of steps.entries()) {
      const result = results[index];
      if (step.kind === 'plain' || result?.kind !== 'rows' || result.touched === 0) continue;
      const { action, table } = step.kind === 'attempt' ? step.step : step;
      this.#change(table, action === 'delete' ? -result.touched : result.created);
    }
  }

  /** Rows of these tables were changed by foreign keys: nobody knows how many. */
  forget(tableIds: readonly string[]): void {
    for (const id of tableIds) this.#unknown.add(id);
  }

  flush(handle: StoreHandle): void {
    for (const [id, { physical, delta }] of this.#rows) {
      if (this.#unknown.has(id)) continue;
      const { touched } = handle.run({ text: CHANGE, values: [delta, id] });
      if (touched === 0) startStats(handle, id, physical);
    }
    for (const id of this.#unknown) handle.run({ text: FORGET, values: [id] });
  }

  #change({ id, physical }: TableEffect, delta: number): void {
    const known = this.#rows.get(id);
    if (known === undefined) this.#rows.set(id, { physical, delta });
    else known.delta += delta;
  }
}

/** The first write of a table: its rows are counted once, from then on the count is kept. */
function startStats(handle: StoreHandle, tableId: string, physical: string): void {
  const table = `"${physical.replaceAll('"', '""')}"`;
  const text = `INSERT INTO _table_stats (table_id, table_rows, version) SELECT ?, count(*), 1 FROM ${table}`;
  handle.run({ text, values: [tableId] });
}
