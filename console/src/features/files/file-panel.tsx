import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { answerOf, api, asTyped, type BodyOf, dataOf } from '../../shared/api/client.ts';
import { useChanged } from '../../shared/api/use-changes.ts';
import { CopyOnceDialog } from '../../shared/dialogs/copy-once-dialog.tsx';
import { Dialog } from '../../shared/dialogs/dialog.tsx';
import { useDialog } from '../../shared/dialogs/use-dialog.tsx';
import { notify } from '../../shared/feedback/notices.ts';
import { QueryPart } from '../../shared/feedback/query-part.tsx';
import { optionsOf, textOf } from '../../shared/forms/field-spec.ts';
import { FormDialog } from '../../shared/forms/form-dialog.tsx';
import { parseJson } from '../../shared/forms/parse-json.ts';
import { SettingsForm } from '../../shared/forms/settings-form.tsx';
import { useMay, useProject } from '../../shared/project/project-context.tsx';
import { formatBytes } from '../../shared/text/formats.ts';
import { TimeText } from '../../shared/text/time-text.tsx';
import { visibleLine } from '../../shared/text/visible-text.ts';
import { downloadAddress, fileQuery, type StoredFile } from './file-queries.ts';
import classes from './files.module.css';
import { Preview } from './preview.tsx';
import { UsedBy } from './used-by.tsx';

const VISIBILITIES = ['public', 'authenticated', 'owner', 'linked', 'private'];
const VALID_FOR = [
  { value: '3600', label: '1 hour' },
  { value: '86400', label: '1 day' },
  { value: '604800', label: '7 days' },
];

export function FilePanel({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const project = useProject();
  const query = useQuery(fileQuery(project.id, id));
  return (
    <Dialog title={query.data === undefined ? 'File' : visibleLine(query.data.name)} kind="panel" onClose={onClose}>
      <QueryPart query={query}>
        {(file) => <FileContent key={file.updated_at} file={file} onClose={onClose} />}
      </QueryPart>
    </Dialog>
  );
}

function FileContent({ file, onClose }: { readonly file: StoredFile; readonly onClose: () => void }) {
  const project = useProject();
  const isEditor = useMay('editor');
  const changed = useChanged();
  const params = { path: { project_id: project.id, id: file.id } };
  return (
    <>
      <Preview file={file} />
      <p className="dim">
        {visibleLine(file.mime_type)}, {formatBytes(file.size)}
        {file.width !== null && `, ${file.width} × ${file.height}`} · uploaded <TimeText at={file.created_at} />
      </p>
      <FileActions file={file} onClose={onClose} />
      <SettingsForm
        fields={[
          { name: 'path', label: 'Path' },
          { name: 'visibility', label: 'Visibility', kind: 'select', options: optionsOf(VISIBILITIES) },
          { name: 'metadata', label: 'Metadata', kind: 'code', rows: 4 },
        ]}
        initial={{
          path: file.path,
          visibility: file.visibility,
          metadata: JSON.stringify(file.metadata, null, 2),
        }}
        draft={`${project.id}/files/${file.id}`}
        isReadOnly={!isEditor}
        send={async (values) => {
          const path = textOf(values, 'path');
          const body = asTyped<BodyOf<'updateFileAsMember'>>({
            ...(path !== file.path && { path }),
            visibility: textOf(values, 'visibility'),
            metadata: parseJson('metadata', textOf(values, 'metadata') || '{}') as Record<string, unknown>,
          });
          await answerOf(api.PATCH('/api/cloud/projects/{project_id}/storage/files/{id}', { params, body }));
          await changed(project.id, 'files');
        }}
      />
      <UsedBy file={file.id} />
    </>
  );
}

function FileActions({ file, onClose }: { readonly file: StoredFile; readonly onClose: () => void }) {
  const project = useProject();
  const isEditor = useMay('editor');
  const changed = useChanged();
  const dialog = useDialog();
  const params = { path: { project_id: project.id, id: file.id } };
  const copyLink = async (): Promise<void> => {
    await navigator.clipboard.writeText(file.url);
    notify('Link copied.');
  };
  const newLink = (): void =>
    dialog.open((close) => (
      <FormDialog
        title="New signed link"
        initial={{ expires_in: '86400' }}
        text="Whoever has the link can download the file until it ends, whatever its visibility."
        fields={[{ name: 'expires_in', label: 'Valid for', kind: 'select', options: VALID_FOR }]}
        send={async (values) => {
          const body = { expires_in: Number(textOf(values, 'expires_in')) };
          const { url } = await dataOf(
            api.POST('/api/cloud/projects/{project_id}/storage/files/{id}/sign', { params, body }),
          );
          dialog.showNext((done) => (
            <CopyOnceDialog label="Signed link" value={url} text="The link is not shown again." onClose={done} />
          ));
        }}
        onClose={close}
      />
    ));
  const askDelete = (): void =>
    dialog.confirm({
      action: 'Delete file',
      text: `${visibleLine(file.name)} is deleted, with every link to it. This cannot be undone.`,
      run: async () => {
        await answerOf(api.DELETE('/api/cloud/projects/{project_id}/storage/files/{id}', { params }));
        onClose();
        await changed(project.id, 'files');
      },
    });
  return (
    <div className={classes.actions}>
      <Button component="a" href={downloadAddress(project.id, file.id, '?download=1')} download={file.name}>
        Download
      </Button>
      <Button variant="default" onClick={() => void copyLink()}>
        Copy link
      </Button>
      {isEditor && (
        <>
          <Button variant="default" onClick={newLink}>
            New signed link
          </Button>
          <Button variant="default" c="red" onClick={askDelete}>
            Delete file
          </Button>
        </>
      )}
      {dialog.element}
    </div>
  );
}
