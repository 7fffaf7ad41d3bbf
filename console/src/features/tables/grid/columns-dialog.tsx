import { Button, Checkbox } from '@mantine/core';
import { useState } from 'react';
import { Dialog } from '../../../shared/dialogs/dialog.tsx';
import dialogs from '../../../shared/dialogs/dialogs.module.css';
import forms from '../../../shared/forms/forms.module.css';
import type { Column } from '../column-types.ts';

interface ColumnsDialogProps {
  readonly columns: readonly Column[];
  readonly shown: readonly Column[];
  /** Receives the names separated by commas; an empty text means all. */
  readonly onChange: (names: string) => void;
  readonly onClose: () => void;
}

/** Selects the grid's columns. The choice applies immediately and is stored in the address and in this browser. */
export function ColumnsDialog({ columns, shown, onChange, onClose }: ColumnsDialogProps) {
  const [names, setNames] = useState<ReadonlySet<string>>(new Set(shown.map(({ name }) => name)));
  const choose = (next: ReadonlySet<string>): void => {
    setNames(next);
    onChange(columns.flatMap(({ name }) => (next.has(name) ? [name] : [])).join(','));
  };
  return (
    <Dialog title="Columns" onClose={onClose}>
      <div className={forms.fields}>
        {columns.map(({ name }) => (
          <Checkbox
            key={name}
            label={name}
            checked={names.has(name)}
            onChange={(event) => {
              const next = new Set(names);
              if (event.currentTarget.checked) next.add(name);
              else next.delete(name);
              choose(next);
            }}
          />
        ))}
      </div>
      <div className={dialogs.actions}>
        <Button variant="default" onClick={() => choose(new Set(columns.map(({ name }) => name)))}>
          Show all
        </Button>
        <Button onClick={onClose}>Done</Button>
      </div>
    </Dialog>
  );
}
