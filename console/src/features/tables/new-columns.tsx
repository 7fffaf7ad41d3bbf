import { Button, Checkbox, CloseButton, NativeSelect, TextInput } from '@mantine/core';
import type { FieldProblems } from '../../shared/api/api-failure.ts';
import { problemText } from '../../shared/forms/problem-text.ts';
import { COLUMN_TYPES } from './column-types.ts';
import { emptyColumn, type NewColumn, namedColumns } from './new-column.ts';
import classes from './tables.module.css';

const OPTIONS = [
  { name: 'required', label: 'Required' },
  { name: 'unique', label: 'Unique' },
  { name: 'indexed', label: 'Indexed' },
] as const;

const COLUMN_OPTIONS = ['name', 'table', 'default', 'enum'] as const;
type ColumnOption = (typeof COLUMN_OPTIONS)[number];

interface NewColumnsProps {
  readonly columns: readonly NewColumn[];
  /** Keyed by the API's names; its columns are the lines that have a name. */
  readonly problems: FieldProblems;
  readonly targets: readonly string[];
  readonly onChange: (columns: readonly NewColumn[]) => void;
}

export function NewColumns({ columns, problems, targets, onChange }: NewColumnsProps) {
  const named = namedColumns(columns);
  return (
    <>
      {columns.map((column, index) => (
        <NewColumnLine
          key={column.key}
          column={column}
          index={index}
          problemOf={(label, option) => problemText(label, problems[`columns.${named.indexOf(column)}.${option}`])}
          targets={targets}
          onChange={(values) => onChange(columns.map((one) => (one === column ? { ...one, ...values } : one)))}
          onRemove={columns.length > 1 ? () => onChange(columns.filter((one) => one !== column)) : undefined}
        />
      ))}
      <Button
        variant="default"
        className={classes.add}
        onClick={() => onChange([...columns, emptyColumn((columns.at(-1)?.key ?? 0) + 1)])}
      >
        Add column
      </Button>
    </>
  );
}

export function areAllAtFields(problems: FieldProblems): boolean {
  const names = Object.keys(problems);
  const isAtField = (name: string): boolean => {
    const [, option] = /^columns\.\d+\.(\w+)$/.exec(name) ?? [];
    return name === 'name' || COLUMN_OPTIONS.some((one) => one === option);
  };
  return names.length > 0 && names.every(isAtField);
}

interface NewColumnLineProps {
  readonly column: NewColumn;
  readonly index: number;
  readonly problemOf: (label: string, option: ColumnOption) => string | undefined;
  readonly targets: readonly string[];
  readonly onChange: (values: Partial<NewColumn>) => void;
  readonly onRemove: (() => void) | undefined;
}

function NewColumnLine({ column, index, problemOf, targets, onChange, onRemove }: NewColumnLineProps) {
  return (
    <fieldset className={classes.column}>
      <legend>Column {index + 1}</legend>
      <TextInput
        label="Name"
        value={column.name}
        autoComplete="off"
        spellCheck={false}
        error={problemOf('Name', 'name')}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
      <NativeSelect
        label="Type"
        value={column.type}
        data={[...COLUMN_TYPES]}
        onChange={(event) => onChange({ type: typeOf(event.currentTarget.value) })}
      />
      {column.type === 'reference' ? (
        <NativeSelect
          label="Refers to"
          value={column.table}
          data={[{ value: '', label: 'Choose a table' }, ...targets]}
          error={problemOf('Refers to', 'table')}
          onChange={(event) => onChange({ table: event.currentTarget.value })}
        />
      ) : (
        <DefaultField column={column} error={problemOf('Default', 'default')} onChange={onChange} />
      )}
      {column.type === 'text' && (
        <TextInput
          label="Allowed values"
          placeholder="Any text"
          title="Separated by commas. Empty allows every text."
          value={column.values ?? ''}
          autoComplete="off"
          spellCheck={false}
          error={problemOf('Allowed values', 'enum')}
          onChange={(event) => onChange({ values: event.currentTarget.value })}
        />
      )}
      <div className={classes.options}>
        {OPTIONS.map(({ name: option, label }) => (
          <Checkbox
            key={option}
            label={label}
            checked={column[option]}
            onChange={(event) => onChange({ [option]: event.currentTarget.checked })}
          />
        ))}
        {onRemove !== undefined && (
          <CloseButton className={classes.remove} aria-label={`Remove column ${index + 1}`} onClick={onRemove} />
        )}
      </div>
    </fieldset>
  );
}

interface DefaultFieldProps {
  readonly column: NewColumn;
  readonly error: string | undefined;
  readonly onChange: (values: Partial<NewColumn>) => void;
}

function DefaultField({ column, error, onChange }: DefaultFieldProps) {
  const { type, default: value = '' } = column;
  if (type === 'boolean') {
    return (
      <NativeSelect
        label="Default"
        value={value}
        data={[{ value: '', label: 'None' }, 'true', 'false']}
        error={error}
        onChange={(event) => onChange({ default: event.currentTarget.value })}
      />
    );
  }
  return (
    <TextInput
      label="Default"
      placeholder="None"
      title="Stored when a new row does not say it."
      value={value}
      autoComplete="off"
      spellCheck={false}
      error={error}
      onChange={(event) => onChange({ default: event.currentTarget.value })}
    />
  );
}

function typeOf(text: string): NewColumn['type'] {
  return COLUMN_TYPES.find((type) => type === text) ?? 'text';
}
