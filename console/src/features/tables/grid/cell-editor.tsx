import { useEffect, useRef } from 'react';
import type { RenderEditCellProps } from 'react-data-grid';
import type { Column } from '../column-types.ts';
import { valueText } from './cell-values.ts';
import classes from './grid.module.css';
import type { GridRow } from './rows-api.ts';

interface CellEditorProps extends RenderEditCellProps<GridRow> {
  readonly info: Column;
}

const INPUT_TYPES: Readonly<Partial<Record<Column['type'], string>>> = { date: 'date' };

/** The cell's editor. Input stays text until it is saved, so that no input is rejected while typing. */
export function CellEditor({ info, row, onRowChange, onClose }: CellEditorProps) {
  const field = useRef<HTMLInputElement & HTMLSelectElement>(null);
  useEffect(() => {
    field.current?.focus();
    if (field.current instanceof HTMLInputElement) field.current.select();
  }, []);
  const choices = info.type === 'boolean' ? ['true', 'false'] : info.enum;
  const common = {
    ref: field,
    'aria-label': info.name,
    className: classes.editor,
    value: valueText(row[info.name]),
  };
  if (choices !== undefined) {
    return (
      <select {...common} onChange={(event) => onRowChange({ ...row, [info.name]: event.currentTarget.value }, true)}>
        {!info.required && <option value="">null</option>}
        {choices.map((choice) => (
          <option key={choice}>{choice}</option>
        ))}
      </select>
    );
  }
  return (
    <input
      {...common}
      type={INPUT_TYPES[info.type] ?? 'text'}
      onChange={(event) => onRowChange({ ...row, [info.name]: event.currentTarget.value })}
      onBlur={() => onClose(true, false)}
    />
  );
}
