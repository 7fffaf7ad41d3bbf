import { Button, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { answerOf, api, dataOf } from '../../shared/api/client.ts';
import { useChanged } from '../../shared/api/use-changes.ts';
import { CopyOnceDialog } from '../../shared/dialogs/copy-once-dialog.tsx';
import { type DialogSlot, useDialog } from '../../shared/dialogs/use-dialog.tsx';
import { FailureAlert } from '../../shared/feedback/failure-alert.tsx';
import { notify } from '../../shared/feedback/notices.ts';
import { StateBadge } from '../../shared/feedback/state-badge.tsx';
import { optionsOf, textOf } from '../../shared/forms/field-spec.ts';
import { FormDialog } from '../../shared/forms/form-dialog.tsx';
import { useShortcut } from '../../shared/keyboard/use-shortcut.ts';
import type { ListData } from '../../shared/list/list-data.ts';
import { List, type ListQuery } from '../../shared/list/list-page.tsx';
import type { ListSearch } from '../../shared/list/list-search.ts';
import type { TableColumn } from '../../shared/list/table-column.ts';
import { useMay, useProject } from '../../shared/project/project-context.tsx';
import type { Role } from '../../shared/project/roles.ts';
import { TimeText } from '../../shared/text/time-text.tsx';
import { visibleLine } from '../../shared/text/visible-text.ts';
import { RemovalText } from './removal-text.tsx';
import { SettingsPage } from './settings-page.tsx';

const ROLES: readonly Role[] = ['viewer', 'editor', 'admin', 'owner'];

interface Member {
  readonly id: string;
  readonly email: string;
  readonly name: string | null;
  readonly role: Role;
  readonly status: 'active' | 'invited';
  readonly created_at: string;
}

function membersQuery(project: string, { limit, offset, order }: ListSearch): ListQuery<ListData<Member>> {
  const params = { path: { project_id: project }, query: { limit, offset, ...(order !== undefined && { order }) } };
  return {
    queryKey: [project, 'members', offset, order],
    queryFn: ({ signal }) => answerOf(api.GET('/api/cloud/projects/{project_id}/members', { params, signal })),
  };
}

function roleOf(text: string): Role {
  return ROLES.find((role) => role === text) ?? 'viewer';
}

export function MembersPage() {
  const project = useProject();
  const isAdmin = useMay('admin');
  const isOwner = useMay('owner');
  const changed = useChanged();
  const dialog = useDialog();
  const [error, setError] = useState<unknown>();
  const grantable = isOwner ? ROLES : ROLES.filter((role) => role !== 'owner');
  const memberPath = '/api/cloud/projects/{project_id}/members/{member_id}';
  const invite = (): void => dialog.open((close) => <InviteMember roles={grantable} dialog={dialog} onClose={close} />);
  const setRole = async ({ id, email, role: before }: Member, role: Role): Promise<void> => {
    setError(undefined);
    try {
      const params = { path: { project_id: project.id, member_id: id } };
      await answerOf(api.PATCH(memberPath, { params, body: { role } }));
      await changed(project.id, 'members');
      notify(`${email} is ${role} now, not ${before}.`);
    } catch (thrown) {
      setError(thrown);
    }
  };
  const askRemove = ({ id, email, status }: Member): void =>
    dialog.confirm({
      action: status === 'invited' ? 'End invitation' : 'Remove from project',
      text: <RemovalText memberId={id} email={email} />,
      run: async () => {
        const params = { path: { project_id: project.id, member_id: id } };
        await answerOf(api.DELETE(memberPath, { params }));
        await changed(project.id, 'members');
      },
    });
  const columns: readonly TableColumn<Member>[] = [
    { title: 'E-mail', order: 'email', cell: ({ email }) => visibleLine(email) },
    { title: 'Name', value: ({ name }) => name, cell: ({ name }) => visibleLine(name ?? '–') },
    {
      title: 'Role',
      value: ({ role }) => role,
      cell: (member) =>
        isAdmin && (isOwner || member.role !== 'owner') ? (
          <NativeSelect
            aria-label={`Role of ${member.email}`}
            value={member.role}
            data={[...grantable]}
            onChange={(event) => void setRole(member, roleOf(event.currentTarget.value))}
          />
        ) : (
          member.role
        ),
    },
    {
      title: 'State',
      cell: ({ status }) => <StateBadge state={status} look={status === 'active' ? 'good' : 'waiting'} />,
    },
    { title: 'Since', order: 'created_at', cell: ({ created_at }) => <TimeText at={created_at} /> },
    {
      title: 'Actions',
      isTitleHidden: true,
      cell: (member) =>
        isAdmin && (
          <Button variant="default" size="compact-sm" onClick={() => askRemove(member)}>
            {member.status === 'invited' ? 'End invitation' : 'Remove from project'}
          </Button>
        ),
    },
  ];
  useShortcut(isAdmin ? { keys: 'n', label: 'Invite member', run: invite } : undefined);
  return (
    <SettingsPage title="Members" actions={isAdmin && <Button onClick={invite}>Invite member</Button>}>
      {error !== undefined && <FailureAlert error={error} />}
      <List
        name="Members"
        query={(search) => membersQuery(project.id, search)}
        keyOf={({ id }) => id}
        columns={columns}
      />
      {dialog.element}
    </SettingsPage>
  );
}

interface InviteMemberProps {
  readonly roles: readonly Role[];
  readonly dialog: DialogSlot;
  readonly onClose: () => void;
}

function InviteMember({ roles, dialog, onClose }: InviteMemberProps) {
  const project = useProject();
  const changed = useChanged();
  return (
    <FormDialog
      title="Invite member"
      fields={[
        { name: 'email', label: 'E-mail', kind: 'email' },
        { name: 'role', label: 'Role', kind: 'select', options: optionsOf(roles) },
      ]}
      send={async (values) => {
        const body = { email: textOf(values, 'email').trim(), role: roleOf(textOf(values, 'role')) };
        const params = { path: { project_id: project.id } };
        const { invite_url: url } = await dataOf(
          api.POST('/api/cloud/projects/{project_id}/members', { params, body }),
        );
        await changed(project.id, 'members');
        if (url === undefined) return;
        dialog.showNext((done) => (
          <CopyOnceDialog
            label="Invitation link"
            value={url}
            text="Send this link to the person. It is good once, for seven days, and is not shown again."
            onClose={done}
          />
        ));
      }}
      onClose={onClose}
    />
  );
}
