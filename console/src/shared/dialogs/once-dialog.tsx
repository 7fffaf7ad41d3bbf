import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Dialog } from './dialog.tsx';
import classes from './dialogs.module.css';

interface OnceDialogProps {
  readonly title: string;
  /** Whether the user has copied or downloaded the content; otherwise Esc and *Close* ask first. */
  readonly isKept: boolean;
  readonly done: string;
  readonly children: ReactNode;
  readonly onClose: () => void;
}

export function OnceDialog({ title, isKept, done, children, onClose }: OnceDialogProps) {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <Dialog title={title} onClose={() => (isKept ? onClose() : setIsAsking(true))}>
      {children}
      {isAsking ? (
        <>
          <p role="alert">This has not been copied, and it is never shown again. Close anyway?</p>
          <div className={classes.actions}>
            <Button variant="default" onClick={() => setIsAsking(false)}>
              Back to it
            </Button>
            <Button color="red.9" onClick={onClose}>
              Close anyway
            </Button>
          </div>
        </>
      ) : (
        <div className={classes.actions}>
          <Button onClick={onClose}>{done}</Button>
        </div>
      )}
    </Dialog>
  );
}
