import { Button } from '@mantine/core';
import { ApiFailure } from '../api/api-failure.ts';
import { Dialog } from '../dialogs/dialog.tsx';
import classes from '../dialogs/dialogs.module.css';

export function isConflict(error: unknown): boolean {
  return error instanceof ApiFailure && error.code === 'conflict';
}

interface VersionConflictProps {
  readonly onKeep: () => void;
  readonly onTake: () => void;
}

/** Somebody else has changed what this page shows since it was read: nobody's work is lost without being asked. */
export function VersionConflict({ onKeep, onTake }: VersionConflictProps) {
  return (
    <Dialog title="Changed by somebody else" onClose={onTake}>
      <p>
        This was changed after you opened the page. Keep yours over it, or take theirs and give up what you changed?
      </p>
      <div className={classes.actions}>
        <Button variant="default" onClick={onTake}>
          Take theirs
        </Button>
        <Button onClick={onKeep}>Keep mine</Button>
      </div>
    </Dialog>
  );
}
