import { Button } from '@mantine/core';
import { userAddress } from '../../shared/address/addresses.ts';
import { AppLink } from '../../shared/address/app-link.tsx';
import { useDialog } from '../../shared/dialogs/use-dialog.tsx';
import { StateBadge } from '../../shared/feedback/state-badge.tsx';
import { useShortcut } from '../../shared/keyboard/use-shortcut.ts';
import { List } from '../../shared/list/list-page.tsx';
import type { TableColumn } from '../../shared/list/table-column.ts';
import { Page } from '../../shared/page/page.tsx';
import { useMay, useProject } from '../../shared/project/project-context.tsx';
import { TimeText } from '../../shared/text/time-text.tsx';
import { visibleLine } from '../../shared/text/visible-text.ts';
import { ImportUsers } from './import-users.tsx';
import { NewUser } from './new-user.tsx';
import { type User, usersQuery } from './user-queries.ts';

export function UsersPage() {
  const project = useProject();
  const isAdmin = useMay('admin');
  const dialog = useDialog();
  const openNew = (): void => dialog.open((close) => <NewUser onClose={close} />);
  const openImport = (): void => dialog.open((close) => <ImportUsers onClose={close} />);
  useShortcut(isAdmin ? { keys: 'n', label: 'New user', run: openNew } : undefined);
  const columns: readonly TableColumn<User>[] = [
    {
      title: 'E-mail',
      order: 'email',
      cell: ({ id, email }) => <AppLink to={userAddress(project.id, id)}>{visibleLine(email, 80)}</AppLink>,
    },
    { title: 'Name', order: 'name', cell: ({ name }) => visibleLine(name ?? '–') },
    { title: 'Role', value: ({ role }) => role, isShort: true, cell: ({ role }) => visibleLine(role ?? '–', 20) },
    {
      title: 'Verified',
      value: ({ email_verified }) => email_verified,
      cell: ({ email_verified }) => (email_verified ? 'yes' : 'no'),
    },
    {
      title: 'State',
      value: ({ disabled }) => disabled,
      cell: ({ disabled }) => <StateBadge state={disabled ? 'disabled' : 'active'} />,
    },
    {
      title: 'Last sign-in',
      order: 'last_sign_in_at',
      cell: ({ last_sign_in_at }) => <TimeText at={last_sign_in_at} />,
    },
  ];
  return (
    <Page
      title="Users"
      actions={
        isAdmin && (
          <>
            <Button onClick={openNew}>New user</Button>
            <Button variant="default" onClick={openImport}>
              Import users
            </Button>
          </>
        )
      }
    >
      <List
        name="Users"
        hasSearch
        query={(search) => usersQuery(project.id, search)}
        keyOf={({ id }) => id}
        columns={columns}
        next={<p>The users of your app. They appear here when they sign up, or when somebody adds them.</p>}
        first={isAdmin ? { label: 'Add the first user', run: openNew } : undefined}
      />
      {dialog.element}
    </Page>
  );
}
