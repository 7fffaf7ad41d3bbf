import { Button } from '@mantine/core';
import { useAddress } from '../../shared/address/use-address.ts';
import { answerOf, api } from '../../shared/api/client.ts';
import { useChanged } from '../../shared/api/use-changes.ts';
import { useDialog } from '../../shared/dialogs/use-dialog.tsx';
import { textOf } from '../../shared/forms/field-spec.ts';
import { SettingsForm } from '../../shared/forms/settings-form.tsx';
import { Region } from '../../shared/page/region.tsx';
import { useMay, useProject } from '../../shared/project/project-context.tsx';
import { visibleLine } from '../../shared/text/visible-text.ts';
import { SettingsPage } from './settings-page.tsx';

export function GeneralPage() {
  const project = useProject();
  const isAdmin = useMay('admin');
  const isOwner = useMay('owner');
  const { go } = useAddress();
  const changed = useChanged();
  const dialog = useDialog();
  const params = { path: { project_id: project.id } };
  const askDelete = (): void =>
    dialog.confirm({
      action: 'Delete project',
      typed: project.id,
      text: `“${visibleLine(project.name)}” is deleted with all its tables, users, files and functions. This cannot be undone.`,
      run: async () => {
        await answerOf(api.DELETE('/api/cloud/projects/{project_id}', { params }));
        await changed('projects');
        go('/', { replace: true });
      },
    });
  return (
    <SettingsPage title="General">
      <SettingsForm
        fields={[{ name: 'name', label: 'Name' }]}
        initial={{ name: project.name }}
        draft={`${project.id}/settings/general`}
        isReadOnly={!isAdmin}
        send={async (values) => {
          const body = { name: textOf(values, 'name').trim() };
          await answerOf(api.PATCH('/api/cloud/projects/{project_id}', { params, body }));
          await Promise.all([changed(project.id), changed('projects')]);
        }}
      />
      {isOwner && (
        <Region title="End of the project">
          <p className="dim">Addresses, keys and data of the project are gone for good.</p>
          <Button color="red" variant="light" onClick={askDelete}>
            Delete project
          </Button>
        </Region>
      )}
      {dialog.element}
    </SettingsPage>
  );
}
