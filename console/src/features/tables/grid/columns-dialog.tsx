import { Button, Checkbox, TextInput } from '@mantine/core';
import { useState } from 'react';
import { AppLink } from '../../../shared/address/app-link.tsx';
import { Dialog } from '../../../shared/dialogs/dialog.tsx';
import dialogs from '../../../shared/dialogs/dialogs.module.css';
import forms from '../../../shared/forms/forms.module.css';
import type { Column } from '../column-types.ts';
import { usualOrder, withColumn } from './shown-columns.ts';

interface ColumnsDialogProps {
  readonly columns: readonly Column[];
  readonly shown: readonly Column[];
  /** The page on which columns are added and changed. */
  readonly structure: string;
  readonly onChange: (names: readonly string[]) => void;
  readonly onClose: () => void;
}

export function ColumnsDialog({ columns, shown, structure, onChange, onClose }: ColumnsDialogProps) {
  const [names, setNames] = useState<readonly string[]>(shown.map(({ name }) => name));
  const [search, setSearch] = useState('');
  const all = usualOrder(columns);
  const found = all.filter(({ name }) => name.includes(search.trim().toLowerCase()));
  const choose = (next: readonly string[]): void => {
    setNames(next);
    onChange(next);
  };
  return (
    <Dialog title="Columns" onClose={onClose}>
      <div className={forms.fields}>
        <TextInput
          type="search"
          aria-label="Search columns"
          placeholder="Search columns"
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        <div className={forms.choices}>
          {found.map(({ name }) => (
            <Checkbox
              key={name}
              label={name}
              checked={names.includes(name)}
              onChange={(event) =>
                choose(event.currentTarget.checked ? withColumn(names, all, name) : names.filter((one) => one !== name))
              }
            />
          ))}
          {found.length === 0 && <p className="dim">No column has this name.</p>}
        </div>
        <AppLink to={structure}>Add or change columns</AppLink>
        {names.length === 0 && <p className="dim">Without a chosen column the grid shows all of them.</p>}
      </div>
      <div className={dialogs.actions}>
        <Button variant="default" onClick={() => choose([])}>
          Show none
        </Button>
        <Button variant="default" onClick={() => choose(all.map(({ name }) => name))}>
          Show all
        </Button>
        <Button onClick={onClose}>Done</Button>
      </div>
    </Dialog>
  );
}
