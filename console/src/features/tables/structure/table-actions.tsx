import { Button } from '@mantine/core';
import { projectAddress, tableAddress } from '../../../shared/address/addresses.ts';
import { useAddress } from '../../../shared/address/use-address.ts';
import { answerOf, api } from '../../../shared/api/client.ts';
import { useChanged } from '../../../shared/api/use-changes.ts';
import { useDialog } from '../../../shared/dialogs/use-dialog.tsx';
import { textOf } from '../../../shared/forms/field-spec.ts';
import { FormDialog } from '../../../shared/forms/form-dialog.tsx';
import { useProject } from '../../../shared/project/project-context.tsx';

export function TableActions({ name }: { readonly name: string }) {
  const project = useProject();
  const { go } = useAddress();
  const changed = useChanged();
  const dialog = useDialog();
  const params = { path: { project_id: project.id, name } };
  const rename = (): void =>
    dialog.open((close) => (
      <FormDialog
        title="Rename table"
        initial={{ rename: name }}
        text="Rules, references and webhooks follow; apps that use the old name do not."
        fields={[{ name: 'rename', label: 'Table name' }]}
        send={async (values) => {
          const body = { rename: textOf(values, 'rename').trim() };
          await answerOf(api.PATCH('/api/cloud/projects/{project_id}/tables/{name}', { params, body }));
          go(tableAddress(project.id, body.rename, 'structure'), { replace: true });
          await changed(project.id, 'tables');
        }}
        onClose={close}
      />
    ));
  const askDelete = (): void =>
    dialog.confirm({
      action: 'Delete table',
      typed: name,
      text: 'The table is deleted with all its rows. This cannot be undone.',
      run: async () => {
        await answerOf(api.DELETE('/api/cloud/projects/{project_id}/tables/{name}', { params }));
        go(projectAddress(project.id, 'tables'), { replace: true });
        await changed(project.id, 'tables');
      },
    });
  return (
    <>
      <Button variant="default" onClick={rename}>
        Rename table
      </Button>
      <Button variant="default" c="red" onClick={askDelete}>
        Delete table
      </Button>
      {dialog.element}
    </>
  );
}
