import { Button } from '@mantine/core';
import { Dialog } from '../../../shared/dialogs/dialog.tsx';
import dialogs from '../../../shared/dialogs/dialogs.module.css';
import { Picker } from '../../../shared/forms/picker.tsx';
import type { PickerSource } from '../../../shared/forms/picker-source.ts';
import type { Column } from '../column-types.ts';

interface PickCellProps {
  readonly column: Column;
  readonly source: PickerSource;
  readonly value: unknown;
  readonly text: string;
  readonly onPick: (id: string | null) => void;
  readonly onClose: () => void;
}

export function PickCell({ column, source, value, text, onPick, onClose }: PickCellProps) {
  const pick = (id: string | null): void => {
    onClose();
    onPick(id);
  };
  return (
    <Dialog title={`Edit ${column.name}`} onClose={onClose}>
      <Picker
        label={column.name}
        description={column.type === 'reference' ? `A row of ${column.table}.` : 'A stored file.'}
        source={source}
        value={typeof value === 'string' ? value : ''}
        initialText={text}
        onValue={(id) => id !== '' && pick(id)}
      />
      <div className={dialogs.actions}>
        {!column.required && (
          <Button variant="default" onClick={() => pick(null)}>
            Set to null
          </Button>
        )}
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </Dialog>
  );
}
