import { useEffect } from 'react';
import { useProject } from '../../../shared/project/project-context.tsx';
import type { Column } from '../column-types.ts';
import type { TableInfo } from '../table-types.ts';

/** The columns that are shown: those of the address, else those chosen in this browser before, else all. */
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

/** The id, then what people put into the table, then what the server keeps for every row. */
function inOrder(columns: readonly Column[]): readonly Column[] {
  const own = columns.filter(({ system }) => system !== true);
  const kept = columns.filter(({ system, name }) => system === true && name !== 'id');
  return [...columns.filter(({ name }) => name === 'id'), ...own, ...kept];
}
