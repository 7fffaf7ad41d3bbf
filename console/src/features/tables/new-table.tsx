import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { tableAddress } from '../../shared/address/addresses.ts';
import { useAddress } from '../../shared/address/use-address.ts';
import { failureOf } from '../../shared/api/api-failure.ts';
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
import { createTable } from './create-table.ts';
import { emptyColumn } from './new-column.ts';
import { areAllAtFields, NewColumns } from './new-columns.tsx';
import { useNewTableDraft } from './new-table-draft.ts';
import { PRESETS } from './presets.ts';
import { StartFrom } from './start-from.tsx';
import { tableNamesQuery } from './table-queries.ts';
import type { TableSample } from './table-sample.ts';
import classes from './tables.module.css';

export function NewTable({ onClose }: { readonly onClose: () => void }) {
  const project = useProject();
  const { go } = useAddress();
  const changed = useChanged();
  const { draft, isRestored, setDraft, forget } = useNewTableDraft(project.id);
  const { name, preset, columns } = draft;
  const [rows, setRows] = useState<TableSample['rows']>([]);
  const [areRowsWanted, setAreRowsWanted] = useState(true);
  const { submit, isBusy, error } = useSubmit(async () => {
    const table = await createTable(project.id, draft, areRowsWanted ? rows : []);
    forget();
    await changed(project.id, 'tables');
    onClose();
    go(tableAddress(project.id, table));
  });
  const problems = error === undefined ? {} : failureOf(error).fields;
  const element = useProblemFocus(isBusy);
  const hasReference = columns.some(({ type }) => type === 'reference');
  const tables = useQuery({ ...tableNamesQuery(project.id), enabled: hasReference });
  // A table may reference itself.
  const targets = [...new Set([...(tables.data ?? []), name.trim()])].filter((one) => one !== '');
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
        <NewColumns
          columns={columns}
          problems={problems}
          targets={targets}
          onChange={(next) => setDraft({ ...draft, columns: next })}
        />
        {rows.length > 0 && (
          <Checkbox
            label={`Import the ${plural(rows.length, 'row')} of the sample`}
            checked={areRowsWanted}
            onChange={(event) => setAreRowsWanted(event.currentTarget.checked)}
          />
        )}
        <p className="dim">Every row also has an id, its times, and who owns it.</p>
        {isRestored && <DraftRestored />}
        {error !== undefined && !areAllAtFields(problems) && <FailureAlert error={error} />}
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

function useSubmit(run: () => Promise<void>) {
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setIsBusy(true);
    setError(undefined);
    try {
      await run();
    } catch (thrown) {
      setError(thrown);
      setIsBusy(false);
    }
  };
  return { submit, isBusy, error };
}
