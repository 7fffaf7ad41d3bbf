import { useState } from 'react';
import { CopyField } from './copy-field.tsx';
import { OnceDialog } from './once-dialog.tsx';

interface CopyOnceDialogProps {
  readonly label: string;
  readonly value: string;
  readonly text: string;
  readonly onClose: () => void;
}

/** Only this component holds the secret, which the service reveals once. */
export function CopyOnceDialog({ label, value, text, onClose }: CopyOnceDialogProps) {
  const [isCopied, setIsCopied] = useState(false);
  return (
    <OnceDialog title="Copy this now" isKept={isCopied} done="Done" onClose={onClose}>
      <p>{text}</p>
      <CopyField label={label} value={value} button="Copy" onCopied={() => setIsCopied(true)} />
    </OnceDialog>
  );
}
