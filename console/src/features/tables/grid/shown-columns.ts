import type { Column } from '../column-types.ts';
import type { TableInfo } from '../table-types.ts';

export function shownColumns(table: TableInfo, names: readonly string[] | undefined): readonly Column[] {
  const all = usualOrder(table.columns);
  const shown = (names ?? []).flatMap((name) => all.filter((column) => column.name === name));
  return shown.length === 0 ? all : shown;
}

export function usualOrder(columns: readonly Column[]): readonly Column[] {
  const own = columns.filter(({ system }) => system !== true);
  const kept = columns.filter(({ system, name }) => system === true && name !== 'id');
  return [...columns.filter(({ name }) => name === 'id'), ...own, ...kept];
}

export function withColumn(shown: readonly string[], all: readonly Column[], name: string): readonly string[] {
  const before = all
    .slice(
      0,
      all.findIndex((column) => column.name === name),
    )
    .map((column) => column.name);
  const last = before.findLast((one) => shown.includes(one));
  const at = last === undefined ? 0 : shown.indexOf(last) + 1;
  return shown.toSpliced(at, 0, name);
}

export function moveColumn(shown: readonly string[], name: string, target: string): readonly string[] {
  const to = shown.indexOf(target);
  return to === -1 ? shown : shown.filter((one) => one !== name).toSpliced(to, 0, name);
}
