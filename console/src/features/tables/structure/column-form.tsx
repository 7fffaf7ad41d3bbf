import { useQuery } from '@tanstack/react-query';
import { type FieldSpec, type FormValues, isOn, optionsOf, textOf } from '../../../shared/forms/field-spec.ts';
import { FormDialog } from '../../../shared/forms/form-dialog.tsx';
import { useProject } from '../../../shared/project/project-context.tsx';
import { COLUMN_TYPES, type Column } from '../column-types.ts';
import { parseValue, valueText } from '../grid/cell-values.ts';
import { tableNamesQuery } from '../table-queries.ts';

interface ColumnFormProps {
  readonly title: 'Add column' | 'Edit column';
  readonly column?: Column;
  /** Receives the options in the API's format; the name is `name` for a new column and `rename` for an existing one. */
  readonly onDone: (options: Readonly<Record<string, unknown>>) => void;
  readonly onClose: () => void;
}

const FLAGS = [
  { name: 'required', label: 'Required' },
  { name: 'unique', label: 'Unique' },
  { name: 'indexed', label: 'Indexed' },
  { name: 'hidden', label: 'Hidden', hint: 'Only secret keys, functions and this console see it.' },
  { name: 'read_only', label: 'Read only', hint: 'Only secret keys, functions and this console write it.' },
] as const;

export function ColumnForm({ title, column, onDone, onClose }: ColumnFormProps) {
  const { id } = useProject();
  const tables = useQuery(tableNamesQuery(id));
  return (
    <FormDialog
      title={title}
      draft={`${location.pathname}#${title} ${column?.name ?? ''}`}
      initial={initialOf(column)}
      fields={fieldsOf(column, tables.data ?? [])}
      send={(values) => {
        onDone(optionsFrom(values, column));
        return Promise.resolve();
      }}
      onClose={onClose}
    />
  );
}

function fieldsOf(column: Column | undefined, tables: readonly string[]): readonly FieldSpec[] {
  const isReference = ({ type }: FormValues): boolean => type === 'reference';
  return [
    { name: 'name', label: 'Name' },
    {
      name: 'type',
      label: 'Type',
      kind: 'select',
      options: optionsOf(column === undefined ? COLUMN_TYPES : [column.type]),
      isReadOnly: column !== undefined,
    },
    ...FLAGS.map((flag): FieldSpec => ({ ...flag, kind: 'checkbox' })),
    {
      name: 'searchable',
      label: 'Searchable',
      kind: 'checkbox',
      hint: 'The search of this table finds rows by its words. At most ten columns.',
      isShown: ({ type }) => type === 'text',
    },
    { name: 'default', label: 'Default', hint: 'Stored when a new row does not say it. Empty is none.' },
    {
      name: 'enum',
      label: 'Allowed values',
      kind: 'multiline',
      rows: 3,
      hint: 'One a line. Empty allows every text.',
      isShown: ({ type }) => type === 'text',
    },
    {
      name: 'table',
      label: 'Refers to',
      kind: 'select',
      options: optionsOf(column?.table === undefined ? tables : [column.table]),
      isReadOnly: column !== undefined,
      isShown: isReference,
    },
    {
      name: 'on_delete',
      label: 'When deleted',
      kind: 'select',
      options: optionsOf(['restrict', 'cascade', 'set_null']),
      hint: 'What happens to rows when the row they refer to is deleted.',
      isShown: isReference,
    },
  ];
}

function initialOf(column: Column | undefined): FormValues {
  if (column === undefined) return { type: 'text' };
  return {
    name: column.name,
    type: column.type,
    ...Object.fromEntries(FLAGS.map(({ name }) => [name, column[name]])),
    searchable: column.searchable ?? false,
    default: valueText(column.default),
    enum: column.enum?.join('\n') ?? '',
    table: column.table ?? '',
    on_delete: column.on_delete ?? 'restrict',
  };
}

function optionsFrom(values: FormValues, column: Column | undefined): Readonly<Record<string, unknown>> {
  const type = COLUMN_TYPES.find((one) => one === values['type']) ?? 'text';
  const enumValues = textOf(values, 'enum')
    .split('\n')
    .filter((word) => word !== '');
  const initial =
    textOf(values, 'default') === '' ? null : parseValue({ name: 'default', type }, textOf(values, 'default'));
  const flags = {
    ...Object.fromEntries(FLAGS.map(({ name }) => [name, isOn(values, name)])),
    ...(type === 'text' && { searchable: isOn(values, 'searchable') }),
  };
  const reference = type === 'reference' ? { on_delete: textOf(values, 'on_delete') } : {};
  if (column !== undefined) {
    const list = type === 'text' ? { enum: enumValues.length === 0 ? null : enumValues } : {};
    return { rename: textOf(values, 'name').trim(), ...flags, default: initial, ...list, ...reference };
  }
  return {
    name: textOf(values, 'name').trim(),
    type,
    ...flags,
    ...(initial !== null && { default: initial }),
    ...(enumValues.length > 0 && type === 'text' && { enum: enumValues }),
    ...reference,
    ...(type === 'reference' && { table: textOf(values, 'table') }),
  };
}
