import { useState } from 'react';
import { ApiFailure } from '../../shared/api/api-failure.ts';
import { sessionFetch } from '../../shared/api/session-fetch.ts';
import { useChanged } from '../../shared/api/use-changes.ts';
import { notify } from '../../shared/feedback/notices.ts';
import { FileField } from '../../shared/forms/file-field.tsx';
import { FormDialog } from '../../shared/forms/form-dialog.tsx';
import { useProject } from '../../shared/project/project-context.tsx';

export function PublishDialog({ onClose }: { readonly onClose: () => void }) {
  const project = useProject();
  const changed = useChanged();
  const [archive, setArchive] = useState<File>();
  const publish = async (): Promise<void> => {
    if (archive === undefined) {
      throw new ApiFailure(400, { error: 'Choose an archive, a .tar.gz file.', code: 'validation_failed' });
    }
    const request = new Request(new URL(`/api/cloud/projects/${project.id}/deployments`, location.origin), {
      method: 'POST',
      headers: { 'Content-Type': 'application/gzip' },
      body: archive,
    });
    const answer = await sessionFetch(request);
    if (!answer.ok) throw new ApiFailure(answer.status, await answer.json().catch(() => ({})));
    await changed(project.id);
    notify('The archive is published.');
  };
  return (
    <FormDialog
      title="Publish archive"
      text="A .tar.gz with dist/, webhook/ and functions/, up to 100 MB."
      fields={[]}
      send={publish}
      onClose={onClose}
    >
      <FileField label="Archive" accept=".gz,.tgz,application/gzip" onChange={setArchive} />
    </FormDialog>
  );
}
