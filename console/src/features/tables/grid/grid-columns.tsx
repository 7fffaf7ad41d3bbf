import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import {
  type Column as GridColumn,
  type RenderHeaderCellProps,
  useHeaderRowSelection,
  useRowSelection,
} from 'react-data-grid';
import type { Column } from '../column-types.ts';
import { CellContent } from './cell-content.tsx';
import { CellEditor } from './cell-editor.tsx';
import { isWritable, needsPanel } from './cell-values.ts';
import classes from './grid.module.css';
import type { RowsPage } from './page-query.ts';
import type { GridRow } from './rows-api.ts';
import type { FindHits } from './search-hits.ts';
import { type UnsavedValue, unsavedKey } from './use-grid-changes.ts';
import type { Links } from './use-links.ts';

interface GridColumnOptions {
  readonly columns: readonly Column[];
  readonly cut: RowsPage['cut'];
  readonly unsaved: ReadonlyMap<string, UnsavedValue>;
  readonly links: Links;
  /** Undefined when there is no search. */
  readonly findHits: FindHits | undefined;
  readonly isEditable: boolean;
}

const WIDTHS: Readonly<Partial<Record<Column['type'], number>>> = {
  uuid: 150,
  boolean: 90,
  integer: 110,
  number: 110,
  date: 120,
  timestamp: 220,
};
const WIDTH = 200;

export function gridColumns({
  columns,
  cut,
  unsaved,
  links,
  findHits,
  isEditable,
}: GridColumnOptions): readonly GridColumn<GridRow>[] {
  const shown = columns.map((column): GridColumn<GridRow> => {
    const { name, type } = column;
    const isCut = (row: GridRow): boolean => cut[row.id]?.includes(name) === true;
    return {
      key: name,
      name,
      width: WIDTHS[type] ?? WIDTH,
      resizable: true,
      sortable: type !== 'json',
      editable: (row) => isEditable && isWritable(column) && !needsPanel(column, isCut(row)),
      cellClass: (row) => stateClass(unsaved.get(unsavedKey(row.id, name))),
      renderHeaderCell: (props) => <Header {...props} info={column} />,
      renderCell: ({ row }) => (
        <CellContent
          column={column}
          value={unsaved.has(unsavedKey(row.id, name)) ? unsaved.get(unsavedKey(row.id, name))?.value : row[name]}
          isCut={isCut(row)}
          links={links}
          findHits={column.searchable === true ? findHits : undefined}
        />
      ),
      renderEditCell: (props) => <CellEditor {...props} info={column} />,
      // Refreshing the page must not discard what the user is typing.
      editorOptions: { closeOnExternalRowChange: false },
    };
  });
  return isEditable ? [SELECT, ...shown] : shown;
}

function stateClass(entry: UnsavedValue | undefined): string | undefined {
  if (entry === undefined) return undefined;
  return entry.error === undefined ? classes.saving : classes.refused;
}

const SELECT: GridColumn<GridRow> = {
  key: 'select',
  name: '',
  width: 40,
  minWidth: 40,
  maxWidth: 40,
  frozen: true,
  renderHeaderCell: (props) => <SelectAll {...props} />,
  renderCell: ({ row, tabIndex }) => <SelectRow row={row} tabIndex={tabIndex} />,
};

function SelectAll({ tabIndex }: RenderHeaderCellProps<GridRow>) {
  const { isRowSelected, isIndeterminate, onRowSelectionChange } = useHeaderRowSelection();
  return (
    <input
      type="checkbox"
      aria-label="Select all"
      tabIndex={tabIndex}
      className={classes.check}
      checked={isRowSelected}
      ref={(input) => {
        if (input !== null) input.indeterminate = isIndeterminate;
      }}
      onChange={(event) => onRowSelectionChange({ checked: event.currentTarget.checked })}
    />
  );
}

function SelectRow({ row, tabIndex }: { readonly row: GridRow; readonly tabIndex: number }) {
  const { isRowSelected, onRowSelectionChange } = useRowSelection();
  return (
    <input
      type="checkbox"
      aria-label="Select row"
      tabIndex={tabIndex}
      className={classes.check}
      checked={isRowSelected}
      onChange={(event) => {
        const isShiftClick = event.nativeEvent instanceof MouseEvent && event.nativeEvent.shiftKey;
        onRowSelectionChange({ row, checked: event.currentTarget.checked, isShiftClick });
      }}
    />
  );
}

const ARROWS = { ASC: IconArrowUp, DESC: IconArrowDown } as const;

function Header({ info, sortDirection, priority }: RenderHeaderCellProps<GridRow> & { readonly info: Column }) {
  const Arrow = sortDirection && ARROWS[sortDirection];
  return (
    <span className={classes.header} data-column={info.name} title={info.type}>
      <span className={classes.headerName}>{info.name}</span>
      {info.hidden && <span className={classes.badge}>hidden</span>}
      {Arrow !== undefined && (
        <span aria-hidden className={classes.order}>
          <Arrow size={14} />
          {priority}
        </span>
      )}
    </span>
  );
}
