import { Button, TextInput } from '@mantine/core';
import { notify } from '../feedback/notices.ts';
import classes from './dialogs.module.css';

interface CopyFieldProps {
  readonly label: string;
  readonly value: string;
  readonly button?: string;
  readonly onCopied?: () => void;
}

export function CopyField({ label, value, button = `Copy ${label.toLowerCase()}`, onCopied }: CopyFieldProps) {
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(value);
    onCopied?.();
    notify(`${label} copied.`);
  };
  return (
    <div className={classes.copied}>
      <TextInput
        label={label}
        value={value}
        readOnly
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        onFocus={(event) => event.currentTarget.select()}
      />
      <Button variant="default" aria-label={button} onClick={() => void copy()}>
        Copy
      </Button>
    </div>
  );
}
