import type { RowStep, Step, StepResult } from '../database.ts';

interface TableChange {
  readonly tableId: string;
  readonly physical: string;
  /** Difference in the number of rows; undefined when unknown. */
  readonly delta: number | undefined;
  readonly firstId: string | undefined;
}

export class TableChanges {
  readonly #changes = new Map<string, TableChange>();

  add(steps: readonly Step[], results: readonly StepResult[]): void {
    for (const [index, step] of steps.entries()) {
      const result = results[index];
      if (step.kind === 'plain' || result?.kind !== 'rows' || result.touched === 0) continue;
      const changed = step.kind === 'attempt' ? step.step : step;
      this.#change(changed, changed.action === 'delete' ? -result.touched : result.created);
    }
  }

  /** Foreign keys changed rows of these tables, so the difference is unknown. */
  forget(tableIds: readonly string[]): void {
    for (const tableId of tableIds)
      this.#changes.set(tableId, { tableId, physical: '', delta: undefined, firstId: undefined });
  }

  inOrder(): readonly TableChange[] {
    return [...this.#changes.values()].sort((a, b) => (a.tableId < b.tableId ? -1 : 1));
  }

  #change({ table: { id, physical }, firstId }: RowStep, delta: number): void {
    const known = this.#changes.get(id);
    if (known === undefined) this.#changes.set(id, { tableId: id, physical, delta, firstId });
    else if (known.delta !== undefined)
      this.#changes.set(id, { ...known, delta: known.delta + delta, firstId: smaller(known.firstId, firstId) });
  }
}

function smaller(one: string | undefined, other: string | undefined): string | undefined {
  if (one === undefined || other === undefined) return undefined;
  return one < other ? one : other;
}

export function cascadesOf(step: Step): readonly string[] {
  const rows = step.kind === 'attempt' ? step.step : step;
  return rows.kind === 'rows' && rows.action === 'delete' ? rows.table.cascadesTo : [];
}
