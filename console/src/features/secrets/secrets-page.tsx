import { Button } from '@mantine/core';
import { answerOf, api } from '../../shared/api/client.ts';
import { useChanged } from '../../shared/api/use-changes.ts';
import { useDialog } from '../../shared/dialogs/use-dialog.tsx';
import { notify } from '../../shared/feedback/notices.ts';
import { textOf } from '../../shared/forms/field-spec.ts';
import { FormDialog } from '../../shared/forms/form-dialog.tsx';
import { requireText } from '../../shared/forms/require-text.ts';
import { useShortcut } from '../../shared/keyboard/use-shortcut.ts';
import type { ListData } from '../../shared/list/list-data.ts';
import { List, type ListQuery } from '../../shared/list/list-page.tsx';
import { RowMenu } from '../../shared/list/row-menu.tsx';
import type { TableColumn } from '../../shared/list/table-column.ts';
import { Page } from '../../shared/page/page.tsx';
import { useMay, useProject } from '../../shared/project/project-context.tsx';
import { TimeText } from '../../shared/text/time-text.tsx';

/** The most that a project may have. */
const SECRETS_MAX = 200;

interface Secret {
  readonly name: string;
  readonly updated_at: string;
}

function secretsQuery(project: string): ListQuery<ListData<Secret>> {
  const params = { path: { project_id: project }, query: { limit: SECRETS_MAX } };
  return {
    queryKey: [project, 'secrets'],
    queryFn: ({ signal }) => answerOf(api.GET('/api/cloud/projects/{project_id}/secrets', { params, signal })),
  };
}

export function SecretsPage() {
  const project = useProject();
  const isAdmin = useMay('admin');
  const changed = useChanged();
  const dialog = useDialog();
  const save = async (name: string, value: string): Promise<void> => {
    const params = { path: { project_id: project.id, name } };
    await answerOf(api.PUT('/api/cloud/projects/{project_id}/secrets/{name}', { params, body: { value } }));
    await changed(project.id, 'secrets');
    notify(`Functions have ${name} from their next call on.`);
  };
  const openNew = (): void =>
    dialog.open((close) => (
      <FormDialog
        title="New secret"
        fields={[
          { name: 'name', label: 'Name', hint: 'Capital letters, digits and underscores, as API_KEY.' },
          { name: 'value', label: 'Value', kind: 'password', autoComplete: 'off', hint: 'Never shown again.' },
        ]}
        send={async (values) => save(requireText(values, 'name'), textOf(values, 'value'))}
        onClose={close}
      />
    ));
  const replace = ({ name }: Secret): void =>
    dialog.open((close) => (
      <FormDialog
        title="Replace value"
        text={name}
        fields={[{ name: 'value', label: 'Value', kind: 'password', autoComplete: 'off', hint: 'Never shown again.' }]}
        send={(values) => save(name, textOf(values, 'value'))}
        onClose={close}
      />
    ));
  const askDelete = ({ name }: Secret): void =>
    dialog.confirm({
      action: 'Delete secret',
      text: `Functions no longer have ${name}.`,
      run: async () => {
        const params = { path: { project_id: project.id, name } };
        await answerOf(api.DELETE('/api/cloud/projects/{project_id}/secrets/{name}', { params }));
        await changed(project.id, 'secrets');
      },
    });
  useShortcut(isAdmin ? { keys: 'n', label: 'New secret', run: openNew } : undefined);
  const columns: readonly TableColumn<Secret>[] = [
    { title: 'Name', value: ({ name }) => name, cell: ({ name }) => <code>{name}</code> },
    { title: 'Changed', value: ({ updated_at }) => updated_at, cell: ({ updated_at }) => <TimeText at={updated_at} /> },
    {
      title: 'Actions',
      isTitleHidden: true,
      cell: (secret) => (
        <RowMenu
          name={secret.name}
          actions={
            isAdmin
              ? [
                  { label: 'Replace value', run: () => replace(secret) },
                  { label: 'Delete secret', isDangerous: true, run: () => askDelete(secret) },
                ]
              : []
          }
        />
      ),
    },
  ];
  return (
    <Page title="Secrets" actions={isAdmin && <Button onClick={openNew}>New secret</Button>}>
      <List
        name="Secrets"
        query={() => secretsQuery(project.id)}
        keyOf={({ name }) => name}
        columns={columns}
        next={<p>Functions read a secret as ctx.secrets.NAME; it is kept encrypted and never shown.</p>}
        first={isAdmin ? { label: 'Store the first secret', run: openNew } : undefined}
      />
      {dialog.element}
    </Page>
  );
}
