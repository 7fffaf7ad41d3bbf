import { Button, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { downloadAnswer, followDownload } from '../../../shared/api/download.ts';
import { FailureAlert } from '../../../shared/feedback/failure-alert.tsx';
import { Region } from '../../../shared/page/region.tsx';
import { useProject } from '../../../shared/project/project-context.tsx';
import classes from './backup.module.css';
import { passphraseHeader } from './backup-api.ts';

export function DownloadBackup() {
  const project = useProject();
  const [passphrase, setPassphrase] = useState('');
  const download = useMutation({
    mutationFn: async () => {
      const address = `/api/cloud/projects/${project.id}/backup`;
      const name = `${project.id}.service.tar`;
      // Browsers stream a link of any size to disk, but only a request made by the page can send a passphrase.
      if (passphrase === '') followDownload(name, address);
      else await downloadAnswer(name, address, passphraseHeader(passphrase));
    },
  });
  return (
    <Region title="Download">
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          download.mutate();
        }}
      >
        <TextInput
          type="password"
          label="Passphrase"
          description="Optional, at least 12 characters: it alone then opens the secrets in the archive, here and elsewhere. Without it they open on this service only, for admins of this project."
          autoComplete="off"
          value={passphrase}
          onChange={(event) => setPassphrase(event.currentTarget.value)}
        />
        {download.isError && <FailureAlert error={download.error} />}
        <Button type="submit" loading={download.isPending}>
          Download backup
        </Button>
      </form>
    </Region>
  );
}
