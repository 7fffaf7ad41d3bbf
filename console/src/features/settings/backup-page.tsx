import { Button } from '@mantine/core';
import { useState } from 'react';
import { ApiFailure } from '../../shared/api/api-failure.ts';
import { sessionFetch } from '../../shared/api/session-fetch.ts';
import { useChanged } from '../../shared/api/use-changes.ts';
import { useDialog } from '../../shared/dialogs/use-dialog.tsx';
import { notify } from '../../shared/feedback/notices.ts';
import { Region } from '../../shared/page/region.tsx';
import { useMay, useProject } from '../../shared/project/project-context.tsx';
import { SettingsPage } from './settings-page.tsx';

/** The whole project as one file, out and in again. */
export function BackupPage() {
  const project = useProject();
  const isOwner = useMay('owner');
  const changed = useChanged();
  const dialog = useDialog();
  const [file, setFile] = useState<File>();
  const address = `/api/cloud/projects/${project.id}`;
  const askRestore = (archive: File): void =>
    dialog.confirm({
      action: 'Restore',
      typed: project.id,
      text: `Everything in this project is replaced by what is in ${archive.name}: tables, users, files, functions and settings.`,
      run: async () => {
        const request = new Request(`${address}/restore`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/gzip' },
          body: archive,
        });
        const answer = await sessionFetch(request);
        if (!answer.ok) throw new ApiFailure(answer.status, await answer.json().catch(() => ({})));
        await changed(project.id);
        notify('The project was restored.');
      },
    });
  return (
    <SettingsPage title="Backup">
      <p className="dim">One archive with schema, rows, users, files, functions and settings.</p>
      {isOwner && (
        <>
          <Button component="a" href={`${address}/backup`} download={`${project.id}.tar.gz`}>
            Download backup
          </Button>
          <Region title="Restore">
            <p>
              <input
                type="file"
                aria-label="Backup file"
                accept=".gz,.tgz,application/gzip"
                onChange={(event) => setFile(event.currentTarget.files?.[0])}
              />
            </p>
            <Button
              variant="default"
              disabled={file === undefined}
              onClick={() => file !== undefined && askRestore(file)}
            >
              Restore
            </Button>
          </Region>
        </>
      )}
      {dialog.element}
    </SettingsPage>
  );
}
