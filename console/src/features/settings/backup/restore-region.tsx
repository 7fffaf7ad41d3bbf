import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useAddress } from '../../../shared/address/use-address.ts';
import { useDialog } from '../../../shared/dialogs/use-dialog.tsx';
import { FailureAlert } from '../../../shared/feedback/failure-alert.tsx';
import { FileField } from '../../../shared/forms/file-field.tsx';
import { Region } from '../../../shared/page/region.tsx';
import { useProject } from '../../../shared/project/project-context.tsx';
import { visibleLine } from '../../../shared/text/visible-text.ts';
import classes from './backup.module.css';
import { type RestoreAsked, startRestore } from './backup-api.ts';
import { RestoreProgress } from './restore-progress.tsx';

export function RestoreRegion() {
  const project = useProject();
  const { search, change } = useAddress();
  const dialog = useDialog();
  const [file, setFile] = useState<File>();
  const [passphrase, setPassphrase] = useState('');
  const [keys, setKeys] = useState('own');
  const [skipsSecrets, setSkipsSecrets] = useState(false);
  const [isPaused, setIsPaused] = useState(false);
  const [progress, setProgress] = useState(0);
  const backup = search['backup'];
  const from = backup ?? file;

  const restore = useMutation({
    mutationFn: (asked: RestoreAsked) => {
      setProgress(0);
      change({ restore: undefined }, { replace: true });
      return startRestore(project.id, asked, setProgress);
    },
    onSuccess: (id) => change({ restore: id }, { replace: true }),
  });
  const options = { passphrase, keys, skipsSecrets, isPaused };
  const ask = (chosen: File | string): void =>
    dialog.confirm({
      action: 'Restore',
      typed: project.id,
      text: `Everything in “${visibleLine(project.name)}” is replaced by what is in ${
        typeof chosen === 'string' ? 'the backup' : visibleLine(chosen.name)
      }: tables, users, files, functions, messages and settings. This cannot be undone: download a backup first.`,
      run: async () => restore.mutate({ ...options, from: chosen, isDryRun: false }),
    });

  const form = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (backup !== undefined) form.current?.scrollIntoView({ block: 'center' });
  }, [backup]);
  return (
    <Region title="Restore">
      <div ref={form} className={classes.form}>
        {backup === undefined ? (
          <FileField label="Archive" accept=".tar,application/x-tar" onChange={setFile} />
        ) : (
          <p>
            From a backup that is kept.{' '}
            <Button variant="default" size="compact-sm" onClick={() => change({ backup: undefined })}>
              Take a file instead
            </Button>
          </p>
        )}
        <TextInput
          type="password"
          label="Its passphrase"
          description="For an archive that was made with one: nothing else opens its secrets."
          autoComplete="off"
          value={passphrase}
          onChange={(event) => setPassphrase(event.currentTarget.value)}
        />
        <NativeSelect
          label="Keys"
          value={keys}
          data={[
            { value: 'own', label: 'Keep the keys of this project' },
            { value: 'archive', label: 'Take the keys of the archive' },
          ]}
          onChange={(event) => setKeys(event.currentTarget.value)}
        />
        <Checkbox
          label="Without secrets"
          description="Second factors are off afterwards, and what needs a secret is too."
          checked={skipsSecrets}
          onChange={(event) => setSkipsSecrets(event.currentTarget.checked)}
        />
        <Checkbox
          label="Paused"
          description="Webhooks and scheduled functions come back switched off."
          checked={isPaused}
          onChange={(event) => setIsPaused(event.currentTarget.checked)}
        />
        <div className={classes.actions}>
          <Button
            variant="default"
            disabled={from === undefined || restore.isPending}
            onClick={() => from !== undefined && restore.mutate({ ...options, from, isDryRun: true })}
          >
            Check archive
          </Button>
          <Button
            color="red"
            variant="light"
            disabled={from === undefined || restore.isPending}
            onClick={() => from !== undefined && ask(from)}
          >
            Restore
          </Button>
        </div>
      </div>
      {restore.isPending && <progress aria-label="Uploading the archive" max={1} value={progress} />}
      {restore.isError && <FailureAlert error={restore.error} />}
      {search['restore'] !== undefined && <RestoreProgress key={search['restore']} id={search['restore']} />}
      {dialog.element}
    </Region>
  );
}
