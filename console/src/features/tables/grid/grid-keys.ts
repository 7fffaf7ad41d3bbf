import type { CellKeyboardEvent } from 'react-data-grid';
import type { Column } from '../column-types.ts';
import { isPicked, isWritable } from './cell-values.ts';
import type { GridRow } from './rows-api.ts';

export interface GridKeys {
  readonly isEditable: boolean;
  edit(): void;
  /** Opens the panel or the picker, which begins with `text`; returns false if the cell is edited in place. */
  openCell(row: GridRow, column: Column, text?: string): boolean;
  openRow(row: GridRow): void;
  set(row: GridRow, column: Column, value: unknown): void;
  deleteSelected(): void;
  undo(): void;
  leave(): void;
}

interface ActiveCell {
  readonly row: GridRow;
  readonly column: Column | undefined;
}

export function runGridKey(keys: GridKeys, cell: ActiveCell, event: CellKeyboardEvent): void {
  const run = actionOf(keys, cell, event);
  if (run === undefined) return;
  event.preventDefault();
  event.preventGridDefault();
  run();
}

function actionOf(keys: GridKeys, { row, column }: ActiveCell, event: CellKeyboardEvent): (() => void) | undefined {
  const { key, shiftKey } = event;
  const isControl = event.ctrlKey || event.metaKey;
  if (key === 'Enter' && shiftKey) return () => keys.openRow(row);
  if (key === 'Escape') return keys.leave;
  if (column !== undefined && (key === 'Enter' || key === 'F2')) {
    return () => {
      if (!keys.openCell(row, column) && keys.isEditable) keys.edit();
    };
  }
  if (!keys.isEditable) return undefined;
  if (isControl && key.toLowerCase() === 'z') return keys.undo;
  if (isControl && (key === 'Delete' || key === 'Backspace')) return keys.deleteSelected;
  if (column === undefined || isControl || !isWritable(column)) return undefined;
  if (key.length === 1 && key !== ' ' && !event.altKey && isPicked(column)) {
    return () => void keys.openCell(row, column, key);
  }
  if (key === 'Delete' && !column.required) return () => keys.set(row, column, null);
  if (key === ' ' && !shiftKey && column.type === 'boolean') {
    return () => keys.set(row, column, row[column.name] !== true);
  }
  return undefined;
}
