import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { answerOf, api } from '../../shared/api/client.ts';
import { useChanged } from '../../shared/api/use-changes.ts';
import { useDialog } from '../../shared/dialogs/use-dialog.tsx';
import { notify } from '../../shared/feedback/notices.ts';
import { QueryPart } from '../../shared/feedback/query-part.tsx';
import { optionalText, textOf } from '../../shared/forms/field-spec.ts';
import { FormDialog } from '../../shared/forms/form-dialog.tsx';
import { Region } from '../../shared/page/region.tsx';
import { addPasskey, hasPasskeys, type Passkey, passkeysQuery } from '../../shared/session/passkeys.ts';
import { PasskeysTable } from '../../shared/session/passkeys-table.tsx';
import { visibleLine } from '../../shared/text/visible-text.ts';

const NAME = { name: 'name', label: 'Name', placeholder: 'Laptop', hint: 'So that you recognise it in this list.' };

export function Passkeys() {
  const changed = useChanged();
  const dialog = useDialog();
  const query = useQuery(passkeysQuery);
  const openNew = (): void =>
    dialog.open((close) => (
      <FormDialog
        title="Add passkey"
        text="Your browser asks for your fingerprint, face or PIN."
        fields={[NAME]}
        send={async (values) => {
          const added = await addPasskey(optionalText(values, 'name'));
          if (added === undefined) return false;
          notify('Passkey added.');
          await changed('session');
          return true;
        }}
        onClose={close}
      />
    ));
  const openRename = ({ id, name }: Passkey): void =>
    dialog.open((close) => (
      <FormDialog
        title="Rename passkey"
        fields={[NAME]}
        initial={{ name }}
        send={async (values) => {
          const params = { path: { passkey_id: id } };
          await answerOf(
            api.PATCH('/api/cloud/auth/passkeys/{passkey_id}', { params, body: { name: textOf(values, 'name') } }),
          );
          await changed('session');
        }}
        onClose={close}
      />
    ));
  const askRemove = ({ id, name }: Passkey): void =>
    dialog.confirm({
      action: 'Remove passkey',
      text: `“${visibleLine(name)}” no longer signs in. Your browser may still suggest it until you delete it there.`,
      run: async () => {
        const params = { path: { passkey_id: id } };
        await answerOf(api.DELETE('/api/cloud/auth/passkeys/{passkey_id}', { params }));
        await changed('session');
      },
    });
  return (
    <Region title="Passkeys">
      <p className="dim">Sign in with your fingerprint, face or PIN. A passkey counts as the second factor.</p>
      <QueryPart query={query} lines={2}>
        {(passkeys) => (
          <PasskeysTable
            passkeys={passkeys}
            onRename={openRename}
            onRemove={askRemove}
            first={hasPasskeys() ? { label: 'Add passkey', run: openNew } : undefined}
          />
        )}
      </QueryPart>
      {!hasPasskeys() && <p className="dim">This browser has no passkeys, or the console is not on https.</p>}
      {hasPasskeys() && (query.data?.length ?? 0) > 0 && (
        <Button variant="default" onClick={openNew}>
          Add passkey
        </Button>
      )}
      {dialog.element}
    </Region>
  );
}
