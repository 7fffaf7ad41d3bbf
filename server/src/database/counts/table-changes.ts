import type { Step, StepResult, TableEffect } from '../database.ts';

interface TableChange {
  readonly tableId: string;
  readonly physical: string;
  /** Difference in the number of rows; undefined when unknown. */
  readonly delta: number | undefined;
}

export class TableChanges {
  readonly #changes = new Map<string, TableChange>();

  add(steps: readonly Step[], results: readonly StepResult[]): void {
    for (const [index, step] of steps.entries()) {
      const result = results[index];
      if (step.kind === 'plain' || result?.kind !== 'rows' || result.touched === 0) continue;
      const { action, table } = step.kind === 'attempt' ? step.step : step;
      this.#change(table, action === 'delete' ? -result.touched : result.created);
    }
  }

  /** Foreign keys changed rows of these tables, so the difference is unknown. */
  forget(tableIds: readonly string[]): void {
    for (const tableId of tableIds) this.#changes.set(tableId, { tableId, physical: '', delta: undefined });
  }

  /** Sorted by id, so that transactions that lock these rows in this order cannot deadlock. */
  inOrder(): readonly TableChange[] {
    return [...this.#changes.values()].sort((a, b) => (a.tableId < b.tableId ? -1 : 1));
  }

  #change({ id, physical }: TableEffect, delta: number): void {
    const known = this.#changes.get(id);
    if (known === undefined) this.#changes.set(id, { tableId: id, physical, delta });
    else if (known.delta !== undefined) this.#changes.set(id, { ...known, delta: known.delta + delta });
  }
}

/** Tables whose rows a delete may have changed through foreign keys. */
export function cascadesOf(step: Step): readonly string[] {
  const rows = step.kind === 'attempt' ? step.step : step;
  return rows.kind === 'rows' && rows.action === 'delete' ? rows.table.cascadesTo : [];
}
