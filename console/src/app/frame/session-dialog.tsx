import { sessionGate } from '../../shared/api/session-gate.ts';
import { textOf } from '../../shared/forms/field-spec.ts';
import { FormDialog } from '../../shared/forms/form-dialog.tsx';
import { signIn } from '../../shared/session/sign-in.ts';

/** Signs in again above whatever is going on, which then goes on. */
export function SessionDialog({ email }: { readonly email: string | undefined }) {
  return (
    <FormDialog
      title="Your session has ended"
      submit="Sign in"
      text="Sign in again to go on. What you typed is still there."
      fields={[
        { name: 'email', label: 'E-mail', kind: 'email', autoComplete: 'username', isSecret: true },
        { name: 'password', label: 'Password', kind: 'password', autoComplete: 'current-password' },
      ]}
      initial={{ email: email ?? '' }}
      send={async (values) => {
        await signIn({ email: textOf(values, 'email'), password: textOf(values, 'password') });
        sessionGate.open(true);
      }}
      onClose={() => sessionGate.open(false)}
    />
  );
}
