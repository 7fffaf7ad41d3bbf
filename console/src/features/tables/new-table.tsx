import { Button, Checkbox, CloseButton, NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { tableAddress } from '../../shared/address/addresses.ts';
import { useAddress } from '../../shared/address/use-address.ts';
import { type FieldProblems, failureOf } from '../../shared/api/api-failure.ts';
import { api, dataOf } from '../../shared/api/client.ts';
import { useChanged } from '../../shared/api/use-changes.ts';
import { Dialog } from '../../shared/dialogs/dialog.tsx';
import dialogs from '../../shared/dialogs/dialogs.module.css';
import { FailureAlert } from '../../shared/feedback/failure-alert.tsx';
import { DraftRestored } from '../../shared/forms/draft-restored.tsx';
import forms from '../../shared/forms/forms.module.css';
import { problemText } from '../../shared/forms/problem-text.ts';
import { useProblemFocus } from '../../shared/forms/use-problem-focus.ts';
import { useProject } from '../../shared/project/project-context.tsx';
import { plural } from '../../shared/text/formats.ts';
import { COLUMN_TYPES } from './column-types.ts';
import { createRowsApi, type RowsApi } from './grid/rows-api.ts';
import { emptyColumn, type NewColumn, useNewTableDraft } from './new-table-draft.ts';
import { PRESETS } from './presets.ts';
import { StartFrom } from './start-from.tsx';
import { tableNamesQuery } from './table-queries.ts';
import type { TableSample } from './table-sample.ts';
import classes from './tables.module.css';

const OPTIONS = [
  { name: 'required', label: 'Required' },
  { name: 'unique', label: 'Unique' },
  { name: 'indexed', label: 'Indexed' },
] as const;

/** Creates a table with its first columns and a preset of rules. */
export function NewTable({ onClose }: { readonly onClose: () => void }) {
  const project = useProject();
  const { go } = useAddress();
  const changed = useChanged();
  const { draft, isRestored, setDraft, forget } = useNewTableDraft(project.id);
  const { name, preset, columns } = draft;
  const [rows, setRows] = useState<TableSample['rows']>([]);
  const [areRowsWanted, setAreRowsWanted] = useState(true);
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const problems = error === undefined ? {} : failureOf(error).fields;
  const element = useProblemFocus(isBusy);
  const hasReference = columns.some(({ type }) => type === 'reference');
  const tables = useQuery({ ...tableNamesQuery(project.id), enabled: hasReference });
  // A table may reference itself.
  const targets = [...new Set([...(tables.data ?? []), name.trim()])].filter((one) => one !== '');
  const setColumns = (next: readonly NewColumn[]): void => setDraft({ ...draft, columns: next });
  const change = (key: number, values: Partial<NewColumn>): void =>
    setColumns(columns.map((column) => (column.key === key ? { ...column, ...values } : column)));

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setIsBusy(true);
    setError(undefined);
    try {
      const rules = PRESETS[preset]?.rules;
      const body = { name: name.trim(), columns: columns.flatMap(bodyOf), ...(rules && { rules }) };
      const params = { path: { project_id: project.id } };
      const table = await dataOf(api.POST('/api/cloud/projects/{project_id}/tables', { params, body }));
      const names = new Set(body.columns.map(({ name: column }) => column));
      if (areRowsWanted) await insertSample(createRowsApi(project.id, table.name), rows, names);
      forget();
      await changed(project.id, 'tables');
      onClose();
      go(tableAddress(project.id, table.name));
    } catch (thrown) {
      setError(thrown);
      setIsBusy(false);
    }
  };

  return (
    <Dialog title="New table" kind="wide" onClose={onClose}>
      <form ref={element} noValidate onSubmit={(event) => void submit(event)} className={forms.fields}>
        <TextInput
          label="Table name"
          value={name}
          autoComplete="off"
          spellCheck={false}
          error={problemText('Table name', problems['name'])}
          description="Small letters, digits and underscores."
          onChange={(event) => setDraft({ ...draft, name: event.currentTarget.value })}
        />
        <NativeSelect
          label="Rules"
          value={preset}
          data={Object.keys(PRESETS)}
          description={PRESETS[preset]?.text}
          onChange={(event) => setDraft({ ...draft, preset: event.currentTarget.value })}
        />
        <StartFrom
          onStart={({ columns: chosen, rows: found, ...others }) => {
            setRows(found ?? []);
            setDraft({ ...draft, ...others, columns: chosen.map((one, at) => ({ ...emptyColumn(at), ...one })) });
          }}
        />
        {columns.map((column, index) => (
          <fieldset key={column.key} className={classes.column}>
            <legend>Column {index + 1}</legend>
            <TextInput
              label="Name"
              value={column.name}
              autoComplete="off"
              spellCheck={false}
              error={problemText('Name', problems[`columns.${index}.name`])}
              onChange={(event) => change(column.key, { name: event.currentTarget.value })}
            />
            <NativeSelect
              label="Type"
              value={column.type}
              data={[...COLUMN_TYPES]}
              onChange={(event) => change(column.key, { type: typeOf(event.currentTarget.value) })}
            />
            {column.type === 'reference' && (
              <NativeSelect
                label="Refers to"
                value={column.table}
                data={[{ value: '', label: 'Choose a table' }, ...targets]}
                error={problemText('Refers to', problems[`columns.${index}.table`])}
                onChange={(event) => change(column.key, { table: event.currentTarget.value })}
              />
            )}
            <div className={classes.options}>
              {OPTIONS.map(({ name: option, label }) => (
                <Checkbox
                  key={option}
                  label={label}
                  checked={column[option]}
                  onChange={(event) => change(column.key, { [option]: event.currentTarget.checked })}
                />
              ))}
              {columns.length > 1 && (
                <CloseButton
                  className={classes.remove}
                  aria-label={`Remove column ${index + 1}`}
                  onClick={() => setColumns(columns.filter(({ key }) => key !== column.key))}
                />
              )}
            </div>
          </fieldset>
        ))}
        <Button
          variant="default"
          className={classes.add}
          onClick={() => setColumns([...columns, emptyColumn((columns.at(-1)?.key ?? 0) + 1)])}
        >
          Add column
        </Button>
        {rows.length > 0 && (
          <Checkbox
            label={`Import the ${plural(rows.length, 'row')} of the sample`}
            checked={areRowsWanted}
            onChange={(event) => setAreRowsWanted(event.currentTarget.checked)}
          />
        )}
        <p className="dim">Every row also has an id, its times, and who owns it.</p>
        {isRestored && <DraftRestored />}
        {error !== undefined && !isAllShown(problems, columns.length) && <FailureAlert error={error} />}
        <div className={`${dialogs.actions} ${classes.footer}`}>
          <Button
            variant="default"
            onClick={() => {
              forget();
              onClose();
            }}
          >
            Cancel
          </Button>
          <Button type="submit" loading={isBusy}>
            Create table
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** Whether every problem is shown at a field of its own. */
function isAllShown(problems: FieldProblems, columns: number): boolean {
  const shown = [
    'name',
    ...Array.from({ length: columns }, (_, index) => [`columns.${index}.name`, `columns.${index}.table`]).flat(),
  ];
  const names = Object.keys(problems);
  return names.length > 0 && names.every((name) => shown.includes(name));
}

function typeOf(text: string): NewColumn['type'] {
  return COLUMN_TYPES.find((type) => type === text) ?? 'text';
}

/** A column group without a name is ignored. */
function bodyOf({ name, type, required, unique, indexed, table }: NewColumn) {
  if (name.trim() === '') return [];
  const column = { name: name.trim(), type, required, unique, indexed };
  return [type === 'reference' ? { ...column, table: table.trim() } : column];
}

/** Rows with the columns that the new table has: the user may have renamed or removed some. */
async function insertSample(api: RowsApi, rows: TableSample['rows'], names: ReadonlySet<string>): Promise<void> {
  const items = rows.map((row) => ({
    op: 'insert' as const,
    data: Object.fromEntries(Object.entries(row).filter(([name, value]) => names.has(name) && value !== null)),
  }));
  await api.batch(items);
}
