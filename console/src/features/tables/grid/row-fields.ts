import type { FieldSpec, FormValues } from '../../../shared/forms/field-spec.ts';
import type { Column } from '../column-types.ts';
import type { SourceOf } from '../references/use-picker-source.ts';
import { isWritable, parseValue, valueText } from './cell-values.ts';
import type { RowValues } from './rows-api.ts';

/** Fields of a new row, where an empty field means the column's default, or of a row that exists, where it means null. */
export function rowFields(columns: readonly Column[], sourceOf: SourceOf, isNew = false): readonly FieldSpec[] {
  return columns.filter(isWritable).map((column) => {
    const { name, type, required, enum: choices } = column;
    const field = { name, label: name, isRequired: required, hint: hintOf(column) };
    if (type === 'boolean' || choices !== undefined) {
      const options = type === 'boolean' ? ['true', 'false'] : (choices ?? []);
      return {
        ...field,
        kind: 'select',
        options: [{ value: '', label: emptyLabel(column, isNew) }, ...options.map((value) => ({ value }))],
      };
    }
    const source = sourceOf(column);
    if (source !== undefined) return { ...field, kind: 'picker', source };
    if (type === 'json') return { ...field, kind: 'code', rows: 4 };
    if (type === 'date') return { ...field, kind: 'date' };
    return { ...field, kind: type === 'text' ? 'growing' : type === 'integer' ? 'number' : 'text' };
  });
}

function emptyLabel({ required, default: initial }: Column, isNew: boolean): string {
  if (isNew && initial !== undefined && initial !== null) return `default (${String(initial)})`;
  return required ? '' : 'null';
}

function hintOf({ type, table, required, default: initial }: Column): string {
  const kind = type === 'reference' ? `a row of ${table}` : type === 'file' ? 'a stored file' : type;
  const rest =
    initial !== undefined && initial !== null ? `, default ${JSON.stringify(initial)}` : required ? ', required' : '';
  return `${kind}${rest}`;
}

/** The entered values; omits empty fields, so that the columns' defaults apply. */
export function newRowValues(columns: readonly Column[], values: FormValues): RowValues {
  const entered = columns.filter(({ name }) => typeof values[name] === 'string' && values[name] !== '');
  return Object.fromEntries(entered.map((column) => [column.name, parseValue(column, String(values[column.name]))]));
}

export function formOf(columns: readonly Column[], row: RowValues): FormValues {
  return Object.fromEntries(columns.map(({ name }) => [name, valueText(row[name])]));
}

export function changedValues(columns: readonly Column[], row: RowValues, values: FormValues): RowValues {
  const before = formOf(columns, row);
  const changed = columns.filter((column) => isWritable(column) && values[column.name] !== before[column.name]);
  return Object.fromEntries(
    changed.map((column) => [column.name, parseValue(column, String(values[column.name] ?? ''))]),
  );
}
