import { useEffect } from 'react';
import { useProject } from '../../../shared/project/project-context.tsx';
import type { Column } from '../column-types.ts';
import type { TableInfo } from '../table-types.ts';

/** The shown columns: from the address, else the last choice in this browser, else all. */
export function useShownColumns(table: TableInfo, chosen: readonly string[] | undefined): readonly Column[] {
  const { id } = useProject();
  const key = `columns:${id}:${table.name}`;
  const text = chosen?.join(',');
  useEffect(() => {
    if (text !== undefined) localStorage.setItem(key, text);
  }, [key, text]);
  const names = chosen ?? localStorage.getItem(key)?.split(',');
  const all = inOrder(table.columns);
  const shown = names === undefined ? all : all.filter(({ name }) => names.includes(name));
  return shown.length === 0 ? all : shown;
}

/** The id first, then the table's own columns, then the columns that the server sets. */
function inOrder(columns: readonly Column[]): readonly Column[] {
  const own = columns.filter(({ system }) => system !== true);
  const kept = columns.filter(({ system, name }) => system === true && name !== 'id');
  return [...columns.filter(({ name }) => name === 'id'), ...own, ...kept];
}
