import { Button, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { FailureAlert } from '../feedback/failure-alert.tsx';
import { Dialog } from './dialog.tsx';
import classes from './dialogs.module.css';

export interface Confirmation {
  readonly action: string;
  readonly text: ReactNode;
  /** For actions that take nothing away; the button is not red. */
  readonly isHarmless?: boolean;
  /** Text that the user must type to enable the button, for actions that cannot be undone. */
  readonly typed?: string | undefined;
  run(): Promise<unknown>;
}

type ConfirmDialogProps = Confirmation & { readonly onClose: () => void };

export function ConfirmDialog({ action, text, isHarmless = false, typed, run, onClose }: ConfirmDialogProps) {
  const [entered, setEntered] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const isReady = typed === undefined || entered === typed;

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (!isReady || isBusy) return;
    setIsBusy(true);
    setError(undefined);
    try {
      await run();
      onClose();
    } catch (thrown) {
      setError(thrown);
      setIsBusy(false);
    }
  };

  return (
    <Dialog title={`${action}?`} onClose={onClose}>
      <form onSubmit={(event) => void submit(event)}>
        <div className={classes.text}>{text}</div>
        {typed !== undefined && (
          <TextInput
            label={`Type ${typed} to confirm`}
            value={entered}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => setEntered(event.currentTarget.value)}
          />
        )}
        {error !== undefined && <FailureAlert error={error} />}
        <div className={classes.actions}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" {...(!isHarmless && { color: 'red.9' })} disabled={!isReady} loading={isBusy}>
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
