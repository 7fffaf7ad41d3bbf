import { Button } from '@mantine/core';
import { answerOf, api, dataOf } from '../../shared/api/client.ts';
import { useChanged } from '../../shared/api/use-changes.ts';
import { credentialBody, credentialColumns, credentialFields } from '../../shared/credentials/credentials.tsx';
import { CopyField } from '../../shared/dialogs/copy-field.tsx';
import { CopyOnceDialog } from '../../shared/dialogs/copy-once-dialog.tsx';
import { useDialog } from '../../shared/dialogs/use-dialog.tsx';
import { FormDialog } from '../../shared/forms/form-dialog.tsx';
import { useShortcut } from '../../shared/keyboard/use-shortcut.ts';
import type { ListData } from '../../shared/list/list-data.ts';
import { List, type ListQuery } from '../../shared/list/list-page.tsx';
import type { ListSearch } from '../../shared/list/list-search.ts';
import { Region } from '../../shared/page/region.tsx';
import { useMay, useProject } from '../../shared/project/project-context.tsx';
import { visibleLine } from '../../shared/text/visible-text.ts';
import { SettingsPage } from './settings-page.tsx';

interface Key {
  readonly id: string;
  readonly prefix: string | null;
  readonly name: string;
  readonly created_at: string;
  readonly last_used_at: string | null;
  readonly expires_at: string | null;
}

function keysQuery(
  project: string,
  { limit, offset, order = 'created_at:desc' }: ListSearch,
): ListQuery<ListData<Key>> {
  const params = { path: { project_id: project }, query: { limit, offset, order } };
  return {
    queryKey: [project, 'keys', offset, order],
    queryFn: ({ signal }) => answerOf(api.GET('/api/cloud/projects/{project_id}/keys', { params, signal })),
  };
}

export function KeysPage() {
  const project = useProject();
  const isAdmin = useMay('admin');
  const changed = useChanged();
  const dialog = useDialog();
  const params = { path: { project_id: project.id } };
  const askRotate = (): void =>
    dialog.confirm({
      action: 'Rotate public key',
      typed: project.id,
      text: 'Every app that uses the present key stops working until it has the new one.',
      run: async () => {
        await answerOf(api.POST('/api/cloud/projects/{project_id}/keys/rotate-public', { params }));
        await changed(project.id);
      },
    });
  const openNew = (): void =>
    dialog.open((close) => (
      <FormDialog
        title="New secret key"
        fields={credentialFields('key')}
        send={async (values) => {
          const body = credentialBody(values);
          const { key } = await dataOf(api.POST('/api/cloud/projects/{project_id}/keys', { params, body }));
          await changed(project.id, 'keys');
          dialog.showNext((done) => (
            <CopyOnceDialog
              label="Secret key"
              value={key}
              text="The key passes every rule. Keep it on a server; it is not shown again."
              onClose={done}
            />
          ));
        }}
        onClose={close}
      />
    ));
  const askDelete = ({ id, name }: Key): void =>
    dialog.confirm({
      action: 'Delete secret key',
      text: `Whatever uses “${visibleLine(name)}” is refused from now on.`,
      run: async () => {
        const path = { project_id: project.id, key_id: id };
        await answerOf(api.DELETE('/api/cloud/projects/{project_id}/keys/{key_id}', { params: { path } }));
        await changed(project.id, 'keys');
      },
    });
  useShortcut(isAdmin ? { keys: 'n', label: 'New secret key', run: openNew } : undefined);
  useShortcut(isAdmin ? { keys: '', label: 'Rotate public key', run: askRotate } : undefined);
  return (
    <SettingsPage title="Keys" actions={isAdmin && <Button onClick={openNew}>New secret key</Button>}>
      <CopyField label="Public key" value={project.publicKey} />
      {isAdmin && (
        <>
          <p className="dim">Apps send it with every call; it identifies the project and obeys the rules.</p>
          <Button variant="default" onClick={askRotate}>
            Rotate public key
          </Button>
          <Region title="Secret keys">
            <List
              name="Secret keys"
              query={(search) => keysQuery(project.id, search)}
              keyOf={({ id }) => id}
              columns={credentialColumns('Delete secret key', askDelete)}
              next={<p>A secret key lets your own server do everything in the project.</p>}
              first={{ label: 'Make the first secret key', run: openNew }}
            />
          </Region>
        </>
      )}
      {dialog.element}
    </SettingsPage>
  );
}
