import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core';
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
import { useProblemFocus } from '../../shared/forms/use-problem-focus.ts';
import { useProject } from '../../shared/project/project-context.tsx';
import { COLUMN_TYPES } from './column-types.ts';
import { emptyColumn, type NewColumn, useNewTableDraft } from './new-table-draft.ts';
import { PRESETS } from './presets.ts';
import { tableNamesQuery } from './table-queries.ts';
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
      const body = { name: name.trim(), columns: columns.flatMap(bodyOf), rules: PRESETS[preset]?.rules };
      const params = { path: { project_id: project.id } };
      const table = await dataOf(api.POST('/api/cloud/projects/{project_id}/tables', { params, body: body as never }));
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
          error={problems['name']}
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
        {columns.map((column, index) => (
          <fieldset key={column.key} className={classes.column}>
            <legend>Column {index + 1}</legend>
            <TextInput
              label="Name"
              value={column.name}
              autoComplete="off"
              spellCheck={false}
              error={problems[`columns.${index}.name`]}
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
                error={problems[`columns.${index}.table`]}
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
                <Button
                  variant="subtle"
                  color="gray"
                  className={classes.remove}
                  onClick={() => setColumns(columns.filter(({ key }) => key !== column.key))}
                >
                  Remove
                </Button>
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
        <p className="dim">Every row also has an id, its times, and who owns it.</p>
        {isRestored && <DraftRestored />}
        {error !== undefined && !isAllShown(problems, columns.length) && <FailureAlert error={error} />}
        <div className={dialogs.actions}>
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
function bodyOf({ name, type, required, unique, indexed, table }: NewColumn): readonly object[] {
  if (name.trim() === '') return [];
  const column = { name: name.trim(), type, required, unique, indexed };
  return [type === 'reference' ? { ...column, table: table.trim() } : column];
}
