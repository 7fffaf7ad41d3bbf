import { useAddress } from '../../../shared/address/use-address.ts';
import type { Column } from '../column-types.ts';
import { usePickerSource } from '../references/use-picker-source.ts';
import { CellPanel } from './cell-panel.tsx';
import { isWritable, needsPanel } from './cell-values.ts';
import { PickCell } from './pick-cell.tsx';
import type { GridRow } from './rows-api.ts';
import type { TableGrid } from './table-grid.ts';
import { wholeRow } from './whole-rows.ts';

export interface Cells {
  /** Saves a value over the whole row, of which the page may hold only a part. */
  save(row: GridRow, column: Column, value: unknown): void;
  /** False for a cell that is edited in place; a cell that only the server writes opens its row. */
  open(row: GridRow, column: Column, text?: string): boolean;
}

export function useCells({ table, changes, dialog, isEditable, page }: TableGrid): Cells {
  const { change } = useAddress();
  const sourceOf = usePickerSource();
  const save: Cells['save'] = (row, column, value) =>
    void wholeRow(changes.api, page, row).then((whole) => changes.save(whole, column, value));
  const open: Cells['open'] = (row, column, text = '') => {
    const canWrite = isEditable && isWritable(column);
    const source = canWrite ? sourceOf(column) : undefined;
    if (source !== undefined) {
      dialog.open((close) => (
        <PickCell
          column={column}
          source={source}
          value={row[column.name]}
          text={text}
          onPick={(id) => save(row, column, id)}
          onClose={close}
        />
      ));
      return true;
    }
    const isCut = page?.cut[row.id]?.includes(column.name) === true;
    if (!needsPanel(column, isCut)) {
      if (canWrite) return false;
      change({ row: row.id });
      return true;
    }
    dialog.open((close) => (
      <CellPanel
        table={table.name}
        row={row}
        column={column}
        changes={changes}
        isEditable={isEditable}
        onClose={close}
      />
    ));
    return true;
  };
  return { save, open };
}
