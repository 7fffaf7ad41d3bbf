import { Button } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { Dialog } from '../dialogs/dialog.tsx';
import classes from '../dialogs/dialogs.module.css';

interface LeaveGuardProps {
  readonly isChanged: boolean;
  readonly onLeave: () => void;
}

/** Asks before the user leaves a page with unsaved changes. A reload needs no question, because the draft survives it. */
export function LeaveGuard({ isChanged, onLeave }: LeaveGuardProps) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => isChanged && current.pathname !== next.pathname,
    enableBeforeUnload: false,
    withResolver: true,
  });
  if (blocker.status !== 'blocked') return null;
  const { proceed, reset } = blocker;
  return (
    <Dialog title="Leave without saving?" onClose={reset}>
      <p>The changes on this page have not been saved.</p>
      <div className={classes.actions}>
        <Button variant="default" onClick={reset}>
          Stay
        </Button>
        <Button
          color="red.9"
          onClick={() => {
            onLeave();
            proceed();
          }}
        >
          Leave
        </Button>
      </div>
    </Dialog>
  );
}
