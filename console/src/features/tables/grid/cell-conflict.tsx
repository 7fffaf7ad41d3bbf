import { ConflictDialog } from '../../../shared/dialogs/conflict-dialog.tsx';
import { valueText } from './cell-values.ts';
import type { Conflict } from './use-cell-changes.ts';
import type { GridChanges } from './use-grid-changes.ts';

interface CellConflictProps {
  readonly conflict: Conflict;
  readonly changes: GridChanges;
}

export function CellConflict({ conflict: { column, mine, theirs }, changes }: CellConflictProps) {
  const shown = (value: unknown): string => (value === null || value === undefined ? 'null' : valueText(value));
  return (
    <ConflictDialog
      text={
        <>
          This row was changed after you read it. Which value of <code>{column.name}</code> should stay?
        </>
      }
      differences={[{ name: column.name, mine: shown(mine), theirs: shown(theirs[column.name]) }]}
      onKeep={() => void changes.resolve('mine')}
      onTake={() => void changes.resolve('theirs')}
      onClose={() => void changes.resolve('later')}
    />
  );
}
