import { sessionGate } from '../../shared/api/session-gate.ts';
import { useChanged } from '../../shared/api/use-changes.ts';
import { FormDialog } from '../../shared/forms/form-dialog.tsx';
import { useSignIn } from '../../shared/session/use-sign-in.ts';

export function SessionDialog({ email }: { readonly email: string | undefined }) {
  const { fields, send } = useSignIn();
  const changed = useChanged();
  return (
    <FormDialog
      title="Your session has ended"
      submit="Sign in"
      text="Sign in again to go on. What you typed is still there."
      fields={fields}
      initial={{ email: email ?? '' }}
      send={async (values) => {
        const isDone = await send(values);
        if (isDone) {
          sessionGate.open(true);
          // A different user may have signed in.
          void changed('session');
        }
        return isDone;
      }}
      // If the user gives up, waiting calls fail visibly; after a sign-in nothing waits any more.
      onClose={() => sessionGate.open(false)}
    />
  );
}
