import { Button } from '@mantine/core';
import { Dialog } from '../../../shared/dialogs/dialog.tsx';
import dialogs from '../../../shared/dialogs/dialogs.module.css';
import { visibleText } from '../../../shared/text/visible-text.ts';
import { valueText } from './cell-values.ts';
import classes from './grid.module.css';
import type { Conflict, GridChanges } from './use-grid-changes.ts';

const SHOWN = 2000;

interface ConflictDialogProps {
  readonly conflict: Conflict;
  readonly changes: GridChanges;
}

/** Two people changed one row: nobody's value is lost without being asked. */
export function ConflictDialog({ conflict: { column, mine, theirs }, changes }: ConflictDialogProps) {
  return (
    <Dialog title="Changed by somebody else" onClose={() => void changes.resolve('theirs')}>
      <p>
        This row was changed after you read it. Which value of <code>{column.name}</code> should stay?
      </p>
      <div className={classes.both}>
        <div>
          <h3>Mine</h3>
          <pre>{visibleText(valueText(mine).slice(0, SHOWN)) || 'null'}</pre>
        </div>
        <div>
          <h3>Theirs</h3>
          <pre>{visibleText(valueText(theirs[column.name]).slice(0, SHOWN)) || 'null'}</pre>
        </div>
      </div>
      <div className={dialogs.actions}>
        <Button variant="default" onClick={() => void changes.resolve('theirs')}>
          Take theirs
        </Button>
        <Button onClick={() => void changes.resolve('mine')}>Keep mine</Button>
      </div>
    </Dialog>
  );
}
