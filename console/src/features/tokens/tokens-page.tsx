import { Button } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { answerOf, api, dataOf } from '../../shared/api/client.ts';
import { useChanged } from '../../shared/api/use-changes.ts';
import { credentialBody, credentialColumns, credentialFields } from '../../shared/credentials/credentials.tsx';
import { CopyOnceDialog } from '../../shared/dialogs/copy-once-dialog.tsx';
import { type DialogSlot, useDialog } from '../../shared/dialogs/use-dialog.tsx';
import { FormDialog } from '../../shared/forms/form-dialog.tsx';
import { useShortcut } from '../../shared/keyboard/use-shortcut.ts';
import type { ListData } from '../../shared/list/list-data.ts';
import { List, type ListQuery } from '../../shared/list/list-page.tsx';
import type { ListSearch } from '../../shared/list/list-search.ts';
import type { TableColumn } from '../../shared/list/table-column.ts';
import { Page } from '../../shared/page/page.tsx';
import { visibleLine } from '../../shared/text/visible-text.ts';
import { rightsBody, rightsFields } from './token-rights.ts';

interface Token {
  readonly id: string;
  readonly prefix: string | null;
  readonly name: string;
  readonly created_at: string;
  readonly last_used_at: string | null;
  readonly expires_at: string | null;
  readonly projects: readonly string[] | null;
  readonly role: string | null;
}

function tokensQuery({ limit, offset, order = 'created_at:desc' }: ListSearch): ListQuery<ListData<Token>> {
  const query = { limit, offset, order };
  return {
    queryKey: ['tokens', query],
    queryFn: ({ signal }) => answerOf(api.GET('/api/cloud/tokens', { params: { query }, signal })),
  };
}

const RIGHTS_COLUMNS: readonly TableColumn<Token>[] = [
  { title: 'Projects', cell: ({ projects }) => visibleLine(projects?.join(', ') ?? 'all of yours', 200) },
  { title: 'Role', value: ({ role }) => role, cell: ({ role }) => role ?? 'your own' },
];

export function TokensPage() {
  const changed = useChanged();
  const dialog = useDialog();
  const openNew = (): void => dialog.open((close) => <NewToken dialog={dialog} onClose={close} />);
  const askDelete = ({ id, name }: Token): void =>
    dialog.confirm({
      action: 'Delete token',
      text: `Whatever uses “${visibleLine(name)}” is refused from now on.`,
      run: async () => {
        await answerOf(api.DELETE('/api/cloud/tokens/{token_id}', { params: { path: { token_id: id } } }));
        await changed('tokens');
      },
    });
  const [name, ...others] = credentialColumns<Token>('Delete token', askDelete);
  const columns = [...(name === undefined ? [] : [name]), ...RIGHTS_COLUMNS, ...others];
  useShortcut({ keys: 'n', label: 'New token', run: openNew });
  return (
    <Page title="Personal tokens" actions={<Button onClick={openNew}>New token</Button>}>
      <List
        name="Personal tokens"
        query={tokensQuery}
        keyOf={({ id }) => id}
        columns={columns}
        next={<p>A token lets the command line or a script do what you may do.</p>}
        first={{ label: 'Make the first token', run: openNew }}
      />
      {dialog.element}
    </Page>
  );
}

const PROJECTS_MAX = 1000;

const ownProjectsQuery = queryOptions({
  queryKey: ['projects', 'names'],
  queryFn: ({ signal }) =>
    dataOf(api.GET('/api/cloud/projects', { params: { query: { limit: PROJECTS_MAX, order: 'name' } }, signal })),
});

function NewToken({ dialog, onClose }: { readonly dialog: DialogSlot; readonly onClose: () => void }) {
  const changed = useChanged();
  const projects = useQuery(ownProjectsQuery);
  return (
    <FormDialog
      title="New token"
      fields={[...credentialFields('token'), ...rightsFields(projects.data ?? [])]}
      send={async (values) => {
        const body = { ...credentialBody(values), ...rightsBody(values) };
        const { token } = await dataOf(api.POST('/api/cloud/tokens', { body }));
        await changed('tokens');
        dialog.showNext((done) => (
          <CopyOnceDialog
            label="Token"
            value={token}
            text="The token acts for you, within its projects and role. It is not shown again."
            onClose={done}
          />
        ));
      }}
      onClose={onClose}
    />
  );
}
