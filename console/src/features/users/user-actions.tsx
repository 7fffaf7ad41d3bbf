import { Button } from '@mantine/core';
import { projectAddress } from '../../shared/address/addresses.ts';
import { useAddress } from '../../shared/address/use-address.ts';
import { answerOf, api } from '../../shared/api/client.ts';
import { useChanged } from '../../shared/api/use-changes.ts';
import { useDialog } from '../../shared/dialogs/use-dialog.tsx';
import { notify } from '../../shared/feedback/notices.ts';
import { useMay, useProject } from '../../shared/project/project-context.tsx';
import { visibleLine } from '../../shared/text/visible-text.ts';
import type { User } from './user-queries.ts';

export function UserActions({ user }: { readonly user: User }) {
  const project = useProject();
  const isAdmin = useMay('admin');
  const { go } = useAddress();
  const changed = useChanged();
  const dialog = useDialog();
  if (!isAdmin) return null;
  const params = { path: { project_id: project.id, user_id: user.id } };
  const email = visibleLine(user.email);
  const ask = (action: string, text: string, run: () => Promise<unknown>, done: string): void =>
    dialog.confirm({
      action,
      text,
      run: async () => {
        await run();
        await changed(project.id, 'users');
        notify(done);
      },
    });
  const setDisabled = async (disabled: boolean): Promise<void> => {
    await answerOf(api.PATCH('/api/cloud/projects/{project_id}/users/{user_id}', { params, body: { disabled } }));
    await changed(project.id, 'users');
  };
  const buttons = [
    {
      label: 'Send password reset',
      run: () =>
        ask(
          'Send password reset',
          `${email} gets a mail with a link to choose a new password.`,
          () => answerOf(api.POST('/api/cloud/projects/{project_id}/users/{user_id}/send-reset', { params, body: {} })),
          'Password reset sent.',
        ),
    },
    user.disabled
      ? { label: 'Enable user', run: () => void setDisabled(false).then(() => notify('User enabled.')) }
      : {
          label: 'Disable user',
          run: () =>
            ask(
              'Disable user',
              `${email} is signed out everywhere and cannot sign in.`,
              () => setDisabled(true),
              'User disabled.',
            ),
        },
    {
      label: 'End all sessions',
      run: () =>
        ask(
          'End all sessions',
          `${email} has to sign in again on every device.`,
          () => answerOf(api.POST('/api/cloud/projects/{project_id}/users/{user_id}/sign-out', { params })),
          'All sessions ended.',
        ),
    },
    ...(user.mfa_enabled
      ? [
          {
            label: 'Turn off second factor',
            run: () =>
              ask(
                'Turn off second factor',
                `${email} signs in with the password alone, and gets a mail about it.`,
                () => answerOf(api.DELETE('/api/cloud/projects/{project_id}/users/{user_id}/mfa', { params })),
                'Second factor turned off.',
              ),
          },
        ]
      : []),
    {
      label: 'Delete user',
      run: () =>
        dialog.confirm({
          action: 'Delete user',
          typed: user.email,
          text: `The account of ${email} is deleted. Rows that belong to it stay.`,
          run: async () => {
            await answerOf(api.DELETE('/api/cloud/projects/{project_id}/users/{user_id}', { params }));
            go(projectAddress(project.id, 'users'), { replace: true });
            await changed(project.id, 'users', 'list');
          },
        }),
    },
  ];
  return (
    <>
      {buttons.map(({ label, run }) => (
        <Button key={label} variant="default" onClick={run} {...(label === 'Delete user' && { c: 'red' })}>
          {label}
        </Button>
      ))}
      {dialog.element}
    </>
  );
}
