import { Button } from '@mantine/core';
import { useState } from 'react';
import { OnceDialog } from '../../../shared/dialogs/once-dialog.tsx';
import { notify } from '../../../shared/feedback/notices.ts';
import classes from './second-factor.module.css';

interface RecoveryCodesProps {
  readonly codes: readonly string[];
  readonly onClose: () => void;
}

export function RecoveryCodes({ codes, onClose }: RecoveryCodesProps) {
  const [isKept, setIsKept] = useState(false);
  const text = codes.map((code) => `${code}\n`).join('');
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(text);
    setIsKept(true);
    notify('Recovery codes copied.');
  };
  return (
    <OnceDialog title="Recovery codes" isKept={isKept} done="I have kept them" onClose={onClose}>
      <p>
        The second factor is on. If you lose your device, each of these codes signs you in once. They are never shown
        again.
      </p>
      <ul className={classes.codes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className={classes.keep}>
        <Button variant="default" onClick={() => void copy()}>
          Copy codes
        </Button>
        <Button
          component="a"
          variant="default"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download="recovery-codes.txt"
          onClick={() => setIsKept(true)}
        >
          Download codes
        </Button>
      </div>
    </OnceDialog>
  );
}
