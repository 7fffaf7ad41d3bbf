import {
  type Column as GridColumn,
  type RenderHeaderCellProps,
  useHeaderRowSelection,
  useRowSelection,
} from 'react-data-grid';
import type { Column } from '../column-types.ts';
import { CellContent } from './cell-content.tsx';
import { CellEditor } from './cell-editor.tsx';
import { isPicked, isWritable, needsPanel } from './cell-values.ts';
import classes from './grid.module.css';
import { GridHeader, type HeaderActions } from './grid-header.tsx';
import type { GridLayout } from './grid-storage.ts';
import type { RowsPage } from './page-query.ts';
import type { GridRow } from './rows-api.ts';
import type { FindHits } from './search-hits.ts';
import { type UnsavedValue, unsavedKey } from './use-cell-changes.ts';
import type { Links } from './use-links.ts';

interface GridColumnOptions {
  readonly columns: readonly Column[];
  readonly layout: Pick<GridLayout, 'frozen' | 'widths'>;
  readonly cut: RowsPage['cut'];
  readonly unsaved: ReadonlyMap<string, UnsavedValue>;
  readonly links: Links;
  readonly findHits: FindHits | undefined;
  readonly isEditable: boolean;
  readonly onValue: (row: GridRow, column: Column, value: unknown) => void;
  readonly menu: (column: Column) => HeaderActions;
}

const WIDTHS: Readonly<Partial<Record<Column['type'], number>>> = {
  uuid: 132,
  boolean: 110,
  integer: 120,
  number: 120,
  date: 130,
  timestamp: 190,
};
const WIDTH = 200;
const IS_NUMBER: ReadonlySet<Column['type']> = new Set(['integer', 'number']);

export function gridColumns(options: GridColumnOptions): readonly GridColumn<GridRow>[] {
  const { columns, layout, cut, unsaved, links, findHits, isEditable, onValue, menu } = options;
  const shown = columns.map((column): GridColumn<GridRow> => {
    const { name, type } = column;
    const isCut = (row: GridRow): boolean => cut[row.id]?.includes(name) === true;
    const mayEdit = isEditable && isWritable(column);
    return {
      key: name,
      name,
      width: layout.widths[name] ?? WIDTHS[type] ?? WIDTH,
      frozen: layout.frozen.includes(name),
      resizable: true,
      draggable: true,
      sortable: type !== 'json',
      editable: (row) => mayEdit && !isPicked(column) && !needsPanel(column, isCut(row)),
      cellClass: (row) => cellClasses(type, unsaved.get(unsavedKey(row.id, name))),
      renderHeaderCell: (props) => <GridHeader {...props} info={column} actions={menu(column)} />,
      renderCell: ({ row }) => (
        <CellContent
          column={column}
          value={unsaved.has(unsavedKey(row.id, name)) ? unsaved.get(unsavedKey(row.id, name))?.value : row[name]}
          isCut={isCut(row)}
          links={links}
          findHits={column.searchable === true ? findHits : undefined}
          onValue={mayEdit ? (value) => onValue(row, column, value) : undefined}
        />
      ),
      renderEditCell: (props) => <CellEditor {...props} info={column} />,
      // Refreshing the page must not discard what the user is typing.
      editorOptions: { closeOnExternalRowChange: false },
    };
  });
  return isEditable ? [SELECT, ...shown] : shown;
}

function cellClasses(type: Column['type'], entry: UnsavedValue | undefined): string {
  const state = entry === undefined ? undefined : entry.error === undefined ? classes.saving : classes.refused;
  return [IS_NUMBER.has(type) ? classes.number : undefined, state].filter(Boolean).join(' ');
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
