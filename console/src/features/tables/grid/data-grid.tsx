import 'react-data-grid/lib/styles.css';
import { useMemo, useRef } from 'react';
import {
  type CellKeyboardEvent,
  type CellKeyDownArgs,
  type DataGridHandle,
  DataGrid as Grid,
  type SortColumn,
} from 'react-data-grid';
import type { Column } from '../column-types.ts';
import { parseValue, valueText } from './cell-values.ts';
import classes from './grid.module.css';
import { type GridAddress, type OrderTerm, turnOrder } from './grid-address.ts';
import { gridColumns } from './grid-columns.tsx';
import type { HeaderActions } from './grid-header.tsx';
import { type GridKeys, runGridKey } from './grid-keys.ts';
import type { GridLayout } from './grid-storage.ts';
import { headerEvents } from './header-events.ts';
import type { RowsPage } from './page-query.ts';
import type { GridRow } from './rows-api.ts';
import { createHitFinder } from './search-hits.ts';
import type { GridChanges } from './use-grid-changes.ts';
import { useLinks } from './use-links.ts';

/** Touch needs larger rows than a mouse. */
const ROW_HEIGHT = matchMedia('(pointer: coarse)').matches ? 44 : 32;

interface DataGridProps {
  readonly project: string;
  readonly name: string;
  readonly columns: readonly Column[];
  readonly page: RowsPage;
  readonly address: GridAddress;
  readonly isEditable: boolean;
  readonly changes: GridChanges;
  readonly selected: ReadonlySet<string>;
  readonly keys: Omit<GridKeys, 'edit'>;
  readonly layout: GridLayout;
  readonly onLayout: (changes: Partial<GridLayout>) => void;
  readonly menu: (column: Column) => HeaderActions;
  readonly onMove: (name: string, target: string) => void;
  readonly onSelect: (ids: ReadonlySet<string>) => void;
  readonly onOrder: (order: readonly OrderTerm[]) => void;
  readonly onCopy: (row: GridRow, column: Column, data: DataTransfer) => void;
  readonly onPaste: (row: GridRow, column: Column, text: string) => void;
}

export function DataGrid(props: DataGridProps) {
  const { project, name, columns, page, address, isEditable, changes, selected, keys } = props;
  const { layout, onLayout, menu, onMove, onSelect, onOrder, onCopy, onPaste } = props;
  const grid = useRef<DataGridHandle>(null);
  const links = useLinks(project, columns, page.rows);
  const findHits = useMemo(
    () => (address.search === undefined ? undefined : createHitFinder(address.search)),
    [address.search],
  );
  const shown = gridColumns({
    columns,
    layout,
    cut: page.cut,
    unsaved: changes.unsaved,
    links,
    findHits,
    isEditable,
    onValue: keys.set,
    menu,
  });
  const columnOf = (key: string): Column | undefined => columns.find((column) => column.name === key);
  const sortColumns = address.order.map(
    ({ column, direction }): SortColumn => ({ columnKey: column, direction: direction === 'asc' ? 'ASC' : 'DESC' }),
  );

  const onKey = (args: CellKeyDownArgs<GridRow>, event: CellKeyboardEvent): void => {
    if (args.mode !== 'ACTIVE' || args.row === undefined) return;
    const { row, rowIdx, column: active } = args;
    const edit = (): void => args.setActivePosition({ idx: active?.idx ?? 0, rowIdx }, { enableEditor: true });
    runGridKey({ ...keys, edit }, { row, column: columnOf(active?.key ?? '') }, event);
  };
  const save = (row: GridRow | undefined, column: Column | undefined): void => {
    const before = page.rows.find(({ id }) => id === row?.id);
    if (row === undefined || column === undefined || before === undefined) return;
    const text = valueText(row[column.name]);
    const isSame = text === valueText(before[column.name]);
    // Leaving a null cell unchanged must not turn it into an empty text.
    if (isSame) return;
    void changes.save(before, column, parseValue(column, text));
  };
  return (
    <div className={classes.frame} {...headerEvents((column) => onOrder(turnOrder(address.order, column, true)))}>
      <Grid
        ref={grid}
        aria-label={name}
        className={classes.grid}
        rowHeight={ROW_HEIGHT}
        headerRowHeight={ROW_HEIGHT + 2}
        columns={shown}
        rows={page.rows}
        rowKeyGetter={({ id }) => id}
        selectedRows={selected}
        onSelectedRowsChange={onSelect}
        sortColumns={sortColumns}
        onSortColumnsChange={(next) =>
          onOrder(
            next.map(({ columnKey, direction }) => ({
              column: columnKey,
              direction: direction === 'ASC' ? 'asc' : 'desc',
            })),
          )
        }
        onColumnsReorder={onMove}
        onColumnResize={({ key }, width) => onLayout({ widths: { ...layout.widths, [key]: Math.round(width) } })}
        onRowsChange={(rows, { indexes, column }) => save(rows[indexes[0] ?? -1], columnOf(column.key))}
        onCellKeyDown={onKey}
        onCellDoubleClick={({ row, column }, event) => {
          const info = columnOf(column.key);
          if (info !== undefined && keys.openCell(row, info)) event.preventGridDefault();
        }}
        onCellCopy={({ row, column }, event) => {
          const info = columnOf(column.key);
          if (info === undefined) return;
          event.preventDefault();
          onCopy(row, info, event.clipboardData);
        }}
        onCellPaste={({ row, column }, event) => {
          const info = columnOf(column.key);
          if (info !== undefined) onPaste(row, info, event.clipboardData.getData('text/plain'));
          return row;
        }}
      />
    </div>
  );
}
