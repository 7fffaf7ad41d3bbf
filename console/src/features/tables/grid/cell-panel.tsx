import { Button, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { failureOf } from '../../../shared/api/api-failure.ts';
import { Dialog } from '../../../shared/dialogs/dialog.tsx';
import dialogs from '../../../shared/dialogs/dialogs.module.css';
import { QueryPart } from '../../../shared/feedback/query-part.tsx';
import { useProject } from '../../../shared/project/project-context.tsx';
import { hiddenIn } from '../../../shared/text/visible-text.ts';
import type { Column } from '../column-types.ts';
import { isWritable, parseValue } from './cell-values.ts';
import type { GridRow } from './rows-api.ts';
import type { GridChanges } from './use-grid-changes.ts';

interface CellPanelProps {
  readonly table: string;
  readonly row: GridRow;
  readonly column: Column;
  readonly changes: GridChanges;
  readonly isEditable: boolean;
  readonly onClose: () => void;
}

export function CellPanel({ table, row, column, changes, isEditable, onClose }: CellPanelProps) {
  const { id } = useProject();
  const query = useQuery({
    queryKey: [id, 'rows', table, 'one', row.id],
    queryFn: () => changes.api.get(row.id),
    staleTime: 0,
  });
  return (
    <Dialog title={`Edit ${column.name}`} kind="panel" onClose={onClose}>
      <QueryPart query={query}>
        {(whole) => (
          <WholeValue row={whole} column={column} changes={changes} isEditable={isEditable} onClose={onClose} />
        )}
      </QueryPart>
    </Dialog>
  );
}

function WholeValue({ row, column, changes, isEditable, onClose }: Omit<CellPanelProps, 'table'>) {
  const value = row[column.name];
  const [text, setText] = useState(() => wholeText(column, value));
  const [problem, setProblem] = useState<string>();
  const mayChange = isEditable && isWritable(column);
  const hidden = hiddenIn(text);
  const save = (next: unknown): void => {
    onClose();
    void changes.save(row, column, next);
  };
  const saveText = (): void => {
    try {
      save(parseValue(column, text));
    } catch (thrown) {
      setProblem(failureOf(thrown).message);
    }
  };
  return (
    <>
      <Textarea
        label={column.name}
        description={
          hidden === '' ? undefined : `Holds characters that cannot be seen, or that turn the text: ${hidden}`
        }
        error={problem}
        errorProps={{ role: 'alert' }}
        value={text}
        readOnly={!mayChange}
        spellCheck={false}
        rows={24}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: 13 } }}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (mayChange && (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 's') {
            event.preventDefault();
            saveText();
          }
        }}
      />
      {mayChange && (
        <div className={dialogs.actions}>
          {!column.required && (
            <Button variant="default" onClick={() => save(null)}>
              Set to null
            </Button>
          )}
          <Button onClick={saveText}>Save</Button>
        </div>
      )}
    </>
  );
}

function wholeText({ type }: Column, value: unknown): string {
  if (value === null || value === undefined) return '';
  return type === 'json' ? JSON.stringify(value, null, 2) : String(value);
}
