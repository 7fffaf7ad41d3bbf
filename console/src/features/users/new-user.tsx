import { userAddress } from '../../shared/address/addresses.ts';
import { useAddress } from '../../shared/address/use-address.ts';
import { api, dataOf } from '../../shared/api/client.ts';
import { useChanged } from '../../shared/api/use-changes.ts';
import { isOn, optionalText, textOf } from '../../shared/forms/field-spec.ts';
import { FormDialog } from '../../shared/forms/form-dialog.tsx';
import { useProject } from '../../shared/project/project-context.tsx';

export function NewUser({ onClose }: { readonly onClose: () => void }) {
  const project = useProject();
  const { go } = useAddress();
  const changed = useChanged();
  return (
    <FormDialog
      title="New user"
      fields={[
        { name: 'email', label: 'E-mail', kind: 'email' },
        {
          name: 'password',
          label: 'Password',
          kind: 'password',
          autoComplete: 'new-password',
          hint: 'Left empty, send a password reset so that the user chooses one.',
        },
        { name: 'name', label: 'Name' },
        { name: 'role', label: 'Role', hint: 'A word of your own that rules ask for, as role:editor.' },
        { name: 'email_verified', label: 'E-mail is verified', kind: 'checkbox' },
      ]}
      send={async (values) => {
        const entered = ['password', 'name', 'role'].flatMap((name) => {
          const text = optionalText(values, name);
          return text === undefined ? [] : [[name, text]];
        });
        const body = {
          email: textOf(values, 'email').trim(),
          email_verified: isOn(values, 'email_verified'),
          ...Object.fromEntries(entered),
        };
        const params = { path: { project_id: project.id } };
        const user = await dataOf(api.POST('/api/cloud/projects/{project_id}/users', { params, body }));
        await changed(project.id, 'users');
        go(userAddress(project.id, user.id));
      }}
      onClose={onClose}
    />
  );
}
