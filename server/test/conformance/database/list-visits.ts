import type { Table } from '../../../src/database/schema/table.ts';
import { totalOrder } from '../../../src/database/sql/order-by.ts';
import type { AccessPath, ListPlan } from '../../../src/database/sql/reads/list-plan.ts';
import type { MergePlan } from '../../../src/database/sql/reads/merge-plan.ts';
import { compareBy, holds, type SampleList, type SampleRow } from './list-samples.ts';

/** Counts the rows that an access path visits for a list, computed from the rows themselves. */
export class VisitCounter {
  readonly #rows: readonly SampleRow[];
  readonly #list: SampleList;
  readonly #table: Table;
  total = 0;

  constructor(table: Table, rows: readonly SampleRow[], list: SampleList) {
    this.#table = table;
    this.#rows = rows;
    this.#list = list;
  }

  /** In the order of the list, up to the last row of the page; all rows found when the page is not full. */
  walked(path: AccessPath): { readonly rows: number; readonly met: number } {
    const { limit, offset } = this.#list;
    const order = totalOrder(this.#table, this.#list.order);
    const found = this.#rows.filter((row) => holds(path.found, row)).sort(compareBy(order));
    let met = 0;
    for (const [at, row] of found.entries()) {
      if (holds(path.rest, row)) met += 1;
      if (met === limit + offset) return { rows: this.#tiesAt(path, found, at), met: limit };
    }
    return { rows: found.length, met: Math.max(0, met - offset) };
  }

  best({ ordered, filters }: ListPlan): number {
    const walk = ordered === undefined ? this.#rows.length : this.walked(ordered).rows;
    return Math.min(this.#rows.length, walk, ...filters.map((path) => this.found(path)));
  }

  found(path: AccessPath): number {
    return this.#rows.filter((row) => holds(path.found, row)).length;
  }

  /**
   * Counts the values of look-ups and the first rows of each range; tests of each engine check how many more it reads.
   */
  merged({ ranges }: MergePlan): number {
    const span = this.#list.limit + this.#list.offset;
    const visits = ranges.map(({ values, found }) => {
      const rows = this.#rows.filter((row) => holds(found, row) && (values === undefined || holds(values, row)));
      const column = values?.among.rowColumn.name;
      const valueCount = column === undefined ? 1 : new Set(rows.map((row) => row[column])).size;
      return valueCount + Math.min(rows.length, 2 * span);
    });
    return visits.reduce((sum, visited) => sum + visited, 0);
  }

  /** Rows that are equal in the first term are sorted before the first of them is returned. */
  #tiesAt({ order }: AccessPath, found: readonly SampleRow[], at: number): number {
    const [first] = this.#list.order;
    if (order === 'whole' || first === undefined) return at + 1;
    const value = found[at]?.[first.column.name];
    return found.findLastIndex((row) => row[first.column.name] === value) + 1;
  }
}
