import { Button } from '@mantine/core';
import { CopyField } from './copy-field.tsx';
import { Dialog } from './dialog.tsx';
import classes from './dialogs.module.css';

interface CopyOnceDialogProps {
  readonly label: string;
  readonly value: string;
  readonly text: string;
  readonly onClose: () => void;
}

/** Shows a secret, which the service reveals only once. Only this component holds it. */
export function CopyOnceDialog({ label, value, text, onClose }: CopyOnceDialogProps) {
  return (
    <Dialog title="Copy this now" onClose={onClose}>
      <p>{text}</p>
      <CopyField label={label} value={value} button="Copy" />
      <div className={classes.actions}>
        <Button onClick={onClose}>Done</Button>
      </div>
    </Dialog>
  );
}
