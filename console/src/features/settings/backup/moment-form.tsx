import { Button, Checkbox, TextInput } from '@mantine/core';
import { type FormEvent, useState, useSyncExternalStore } from 'react';
import { useDialog } from '../../../shared/dialogs/use-dialog.tsx';
import { useProject } from '../../../shared/project/project-context.tsx';
import { TimeText } from '../../../shared/text/time-text.tsx';
import { shownZone } from '../../../shared/text/time-zone.ts';
import classes from './backup.module.css';
import type { MomentRestore, Moments } from './moment-api.ts';
import { confirmationText, MomentTarget } from './moment-target.tsx';
import { fieldRange, momentOf, momentProblem } from './moment-times.ts';

interface MomentFormProps {
  readonly moments: Moments;
  readonly isBusy: boolean;
  readonly onRestore: (order: MomentRestore) => void;
}

export function MomentForm({ moments, isBusy, onRestore }: MomentFormProps) {
  const project = useProject();
  const dialog = useDialog();
  const isUtc = useSyncExternalStore(shownZone.subscribe, shownZone.isUtc);
  const range = fieldRange(moments);
  const [text, setText] = useState(range.max);
  const [newId, setNewId] = useState<string | undefined>(`${project.id}-restored`);
  const [isPaused, setIsPaused] = useState(true);
  const at = momentOf(text);
  const problem = momentProblem(at, moments);
  const isReady = problem === undefined && !isBusy;

  // A copy should rarely send the same webhooks and mails as the original; a replaced project should keep sending.
  const changeTarget = (next: string | undefined): void => {
    if ((next === undefined) !== (newId === undefined)) setIsPaused(next !== undefined);
    setNewId(next);
  };
  const ask = (event: FormEvent): void => {
    event.preventDefault();
    if (!isReady || at === undefined || newId === '') return;
    dialog.confirm({
      action: 'Restore moment',
      typed: newId === undefined ? project.id : undefined,
      text: confirmationText(project.name, newId, at),
      run: async () => onRestore({ at, newId, isPaused, isDryRun: false }),
    });
  };

  return (
    <>
      <form className={classes.form} noValidate onSubmit={ask}>
        <p>
          Every change is archived. The project can be restored as it was at any moment from{' '}
          <TimeText at={moments.from} exact /> to <TimeText at={moments.to} exact />.
        </p>
        <TextInput
          type="datetime-local"
          label="Moment"
          description={`Time zone: ${isUtc ? 'UTC' : Intl.DateTimeFormat().resolvedOptions().timeZone}`}
          step={1}
          {...range}
          value={text}
          error={problem}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <MomentTarget newId={newId} onChange={changeTarget} />
        <Checkbox
          label="Paused"
          description="Webhooks and scheduled functions come back switched off, and waiting jobs are held back."
          checked={isPaused}
          onChange={(event) => setIsPaused(event.currentTarget.checked)}
        />
        <div className={classes.actions}>
          <Button
            variant="default"
            disabled={!isReady}
            onClick={() => at !== undefined && onRestore({ at, newId, isPaused, isDryRun: true })}
          >
            Check moment
          </Button>
          <Button type="submit" color="red" variant="light" disabled={!isReady || newId === ''}>
            Restore moment
          </Button>
        </div>
      </form>
      {dialog.element}
    </>
  );
}
