import { Button } from '@mantine/core';
import { useState } from 'react';
import { FailureAlert } from '../../../shared/feedback/failure-alert.tsx';
import { useAddIndex } from '../../../shared/indexes/use-add-index.ts';
import classes from './rules.module.css';

export interface Advice {
  readonly table: string;
  readonly columns: readonly string[];
}

interface IndexAdviceProps {
  readonly advice: readonly Advice[];
  readonly onMade: (made: Advice) => void;
}

export function IndexAdvice({ advice, onMade }: IndexAdviceProps) {
  const addIndex = useAddIndex();
  const [busy, setBusy] = useState<Advice>();
  const [error, setError] = useState<unknown>();
  if (advice.length === 0) return null;
  const make = async (wanted: Advice): Promise<void> => {
    setBusy(wanted);
    setError(undefined);
    try {
      await addIndex(wanted);
      onMade(wanted);
    } catch (thrown) {
      setError(thrown);
    } finally {
      setBusy(undefined);
    }
  };
  return (
    <div role="status" className={classes.advice}>
      <strong>These rules are slow without an index</strong>
      {advice.map((one) => (
        <p key={`${one.table} ${one.columns.join()}`}>
          Each row that is tested searches the whole table {one.table}.{' '}
          <Button size="compact-sm" loading={busy === one} onClick={() => void make(one)}>
            Make the index on {one.table} ({one.columns.join(', ')})
          </Button>
        </p>
      ))}
      {error !== undefined && <FailureAlert error={error} />}
    </div>
  );
}
