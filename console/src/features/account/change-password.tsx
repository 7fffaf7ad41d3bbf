import { Button } from '@mantine/core';
import { useDialog } from '../../shared/dialogs/use-dialog.tsx';
import type { FormValues } from '../../shared/forms/field-spec.ts';
import { FormDialog } from '../../shared/forms/form-dialog.tsx';
import { Region } from '../../shared/page/region.tsx';

export function ChangePassword({ send }: { readonly send: (values: FormValues) => Promise<void> }) {
  const dialog = useDialog();
  const open = (): void =>
    dialog.open((close) => (
      <FormDialog
        title="Change password"
        fields={[
          {
            name: 'current_password',
            label: 'Current password',
            kind: 'password',
            autoComplete: 'current-password',
          },
          {
            name: 'new_password',
            label: 'New password',
            kind: 'password',
            autoComplete: 'new-password',
            hint: 'At least 8 characters. Your other sessions end.',
          },
          { name: 'end_tokens', label: 'End my personal tokens too', kind: 'checkbox' },
        ]}
        send={send}
        onClose={close}
      />
    ));
  return (
    <Region title="Password">
      <Button variant="default" onClick={open}>
        Change password
      </Button>
      {dialog.element}
    </Region>
  );
}
