import { Button, Checkbox } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { AppLink } from '../../shared/address/app-link.tsx';
import { searchText } from '../../shared/address/search-text.ts';
import { useAddress } from '../../shared/address/use-address.ts';
import { answerOf, api } from '../../shared/api/client.ts';
import { useChanged } from '../../shared/api/use-changes.ts';
import { useDialog } from '../../shared/dialogs/use-dialog.tsx';
import { List } from '../../shared/list/list-page.tsx';
import type { TableColumn } from '../../shared/list/table-column.ts';
import { Page } from '../../shared/page/page.tsx';
import { useMay, useProject } from '../../shared/project/project-context.tsx';
import { formatBytes, formatCount, plural } from '../../shared/text/formats.ts';
import { RoomUsed } from '../../shared/text/room-used.tsx';
import { TimeText } from '../../shared/text/time-text.tsx';
import { visibleLine } from '../../shared/text/visible-text.ts';
import { FilePanel } from './file-panel.tsx';
import { filesQuery, type StoredFile, usageQuery } from './file-queries.ts';
import classes from './files.module.css';
import { FolderNavigation } from './folder-navigation.tsx';
import { UploadArea } from './upload-area.tsx';
import { useUploads } from './uploads.ts';

const NOTHING: ReadonlySet<string> = new Set();

export function FilesPage() {
  const project = useProject();
  const isEditor = useMay('editor');
  const { path, search, change } = useAddress();
  const prefix = search['prefix'] ?? '';
  const changed = useChanged();
  const dialog = useDialog();
  const [selected, setSelected] = useState(NOTHING);
  const usage = useQuery(usageQuery(project.id));
  const uploads = useUploads(project.id, usage.data, () => void changed(project.id, 'files'));

  const askDelete = (): void => {
    const ids = [...selected];
    dialog.confirm({
      action: 'Delete files',
      text: `${plural(ids.length, 'file')} will be deleted, with every link to them. This cannot be undone.`,
      run: async () => {
        for (const id of ids) {
          const params = { path: { project_id: project.id, id } };
          await answerOf(api.DELETE('/api/cloud/projects/{project_id}/storage/files/{id}', { params }));
        }
        setSelected(NOTHING);
        await changed(project.id, 'files');
      },
    });
  };
  const toggle = (id: string, isOn: boolean): void => {
    const next = new Set(selected);
    if (isOn) next.add(id);
    else next.delete(id);
    setSelected(next);
  };
  const columns: readonly TableColumn<StoredFile>[] = [
    {
      title: 'Name',
      order: 'name',
      cell: ({ id, name }) => (
        <AppLink to={`${path}${searchText({ ...search, file: id })}`}>{visibleLine(name)}</AppLink>
      ),
    },
    { title: 'Path', isExtra: true, needsRoom: true, order: 'path', cell: (file) => visibleLine(file.path) },
    { title: 'Size', order: 'size', align: 'right', cell: ({ size }) => formatBytes(size) },
    { title: 'Type', order: 'mime_type', needsRoom: true, cell: ({ mime_type }) => visibleLine(mime_type) },
    { title: 'Visibility', order: 'visibility', cell: ({ visibility }) => visibility },
    { title: 'Uploaded', order: 'created_at', cell: ({ created_at }) => <TimeText at={created_at} /> },
    ...(isEditor
      ? [
          {
            title: 'Select',
            isTitleHidden: true,
            cell: ({ id, name }: StoredFile) => (
              <Checkbox
                aria-label={`Select ${name}`}
                checked={selected.has(id)}
                onChange={(event) => toggle(id, event.currentTarget.checked)}
              />
            ),
          },
        ]
      : []),
  ];
  return (
    <Page
      title="Files"
      actions={
        selected.size > 0 && (
          <Button variant="default" c="red" onClick={askDelete}>
            Delete files
          </Button>
        )
      }
    >
      {usage.data !== undefined && (
        <RoomUsed
          name={`${formatCount(usage.data.files)} of ${formatCount(usage.data.files_max)} files`}
          bytes={usage.data.bytes}
          bytesMax={usage.data.bytes_max}
          whenFull="At the limit uploads are refused: delete files, or ask an operator of the installation for more."
        />
      )}
      {isEditor && <UploadArea folder={prefix} uploads={uploads} />}
      <FolderNavigation prefix={prefix} />
      <div className={classes.list}>
        <List
          name="Files"
          hasSearch
          query={(asked) => filesQuery(project.id, asked)}
          keyOf={({ id }) => id}
          columns={columns}
          next={<p>Files that users and apps upload appear here, and those that you upload above.</p>}
        />
      </div>
      {search['file'] !== undefined && (
        <FilePanel key={search['file']} id={search['file']} onClose={() => change({ file: undefined })} />
      )}
      {dialog.element}
    </Page>
  );
}
