import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { FailureAlert } from '../../shared/feedback/failure-alert.tsx';
import classes from './programs.module.css';

interface DecisionProps {
  readonly children: ReactNode;
  readonly decide: (allow: boolean) => Promise<void>;
}

export function Decision({ children, decide }: DecisionProps) {
  const [busy, setBusy] = useState<boolean>();
  const [failure, setFailure] = useState<unknown>();
  const choose = async (allow: boolean): Promise<void> => {
    setBusy(allow);
    setFailure(undefined);
    try {
      await decide(allow);
    } catch (error) {
      setFailure(error);
      setBusy(undefined);
    }
  };
  return (
    <div className={classes.decision}>
      {children}
      {failure !== undefined && <FailureAlert error={failure} />}
      <div className={classes.buttons}>
        <Button variant="default" loading={busy === false} disabled={busy === true} onClick={() => void choose(false)}>
          Refuse
        </Button>
        <Button loading={busy === true} disabled={busy === false} onClick={() => void choose(true)}>
          Allow
        </Button>
      </div>
    </div>
  );
}
