import type { LeftOut, SourceTable } from './source.ts';

interface LoadOrder {
  readonly order: readonly SourceTable[];
  readonly later: ReadonlyMap<string, readonly string[]>;
}

export function loadOrder(tables: readonly SourceTable[]): LoadOrder {
  const order: SourceTable[] = [];
  const done = new Set<string>();
  const waiting = new Set(tables);
  while (waiting.size > 0) {
    const free = [...waiting].find((table) => targetsOf(table).every((target) => done.has(target)));
    // In a circle, starts with the table that has the fewest open references.
    const next = free ?? [...waiting].toSorted((a, b) => open(a, done) - open(b, done))[0];
    if (next === undefined) break;
    waiting.delete(next);
    done.add(next.name);
    order.push(next);
  }
  return { order, later: laterColumns(order) };
}

/** Makes columns that are filled later optional, and reports those that were required. */
export function withoutLateRequirements(tables: readonly SourceTable[], leftOut: LeftOut[]): SourceTable[] {
  const { later } = loadOrder(tables);
  return tables.map((table) => {
    const late = new Set(later.get(table.name));
    const columns = table.columns.map((column) => {
      if (!late.has(column.name) || column.required !== true) return column;
      const name = `${table.name}.${column.name}`;
      leftOut.push({
        kind: 'column',
        name,
        reason: 'It is not required here: rows that point at each other are filled in turn.',
      });
      const { required: _, ...rest } = column;
      return rest;
    });
    return { ...table, columns, rows: () => table.rows() };
  });
}

function targetsOf({ columns }: SourceTable): string[] {
  return columns.flatMap(({ table }) => (table === undefined ? [] : [table]));
}

function open(table: SourceTable, done: ReadonlySet<string>): number {
  return targetsOf(table).filter((target) => !done.has(target)).length;
}

function laterColumns(order: readonly SourceTable[]): Map<string, string[]> {
  const place = new Map(order.map(({ name }, index) => [name, index]));
  return new Map(
    order.map(({ name, columns }, index) => {
      const late = columns.filter(({ table }) => table !== undefined && (place.get(table) ?? -1) >= index);
      return [name, late.map((column) => column.name)];
    }),
  );
}
