import { Button, TextInput } from '@mantine/core';
import { notify } from '../feedback/notices.ts';
import { Dialog } from './dialog.tsx';
import classes from './dialogs.module.css';

interface CopyOnceDialogProps {
  /** The name of the value, for example `Token`. */
  readonly label: string;
  readonly value: string;
  readonly text: string;
  readonly onClose: () => void;
}

/** Shows a secret the one time that the service tells it. It lives in this component only. */
export function CopyOnceDialog({ label, value, text, onClose }: CopyOnceDialogProps) {
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(value);
    notify(`${label} copied.`);
  };
  return (
    <Dialog title="Copy this now" onClose={onClose}>
      <p>{text}</p>
      <div className={classes.copied}>
        <TextInput
          label={label}
          value={value}
          readOnly
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
          onFocus={(event) => event.currentTarget.select()}
        />
        <Button variant="default" onClick={() => void copy()}>
          Copy
        </Button>
      </div>
      <div className={classes.actions}>
        <Button onClick={onClose}>Done</Button>
      </div>
    </Dialog>
  );
}
