import { useQueryClient } from '@tanstack/react-query';
import { useAddress } from '../../../shared/address/use-address.ts';
import { optionsOf, textOf } from '../../../shared/forms/field-spec.ts';
import { FormDialog } from '../../../shared/forms/form-dialog.tsx';
import { useProject } from '../../../shared/project/project-context.tsx';
import { findUserId } from '../find-user-id.ts';

export function ViewAsDialog({ as, onClose }: { readonly as: string | undefined; readonly onClose: () => void }) {
  const { id } = useProject();
  const { change } = useAddress();
  const client = useQueryClient();
  const [kind = 'console', value = ''] = as?.split(':') ?? [];
  return (
    <FormDialog
      title="View as"
      initial={{ caller: kind, role: kind === 'role' ? value : '' }}
      fields={[
        {
          name: 'caller',
          label: 'Caller',
          kind: 'select',
          options: optionsOf(['console', 'anonymous', 'user', 'role']),
        },
        {
          name: 'user',
          label: 'User',
          kind: 'email',
          placeholder: 'ann@example.com',
          isShown: ({ caller }) => caller === 'user',
        },
        { name: 'role', label: 'Role', isShown: ({ caller }) => caller === 'role' },
      ]}
      send={async (values) => {
        const caller = textOf(values, 'caller');
        const next = { after: undefined, before: undefined };
        if (caller === 'console') change({ ...next, as: undefined });
        else if (caller === 'anonymous') change({ ...next, as: 'anonymous' });
        else if (caller === 'role') change({ ...next, as: `role:${textOf(values, 'role').trim()}` });
        else change({ ...next, as: `user:${await findUserId(client, id, textOf(values, 'user'))}` });
      }}
      onClose={onClose}
    />
  );
}
