import { useState } from 'react';
import { AppLink } from '../../shared/address/app-link.tsx';
import { answerOf, api } from '../../shared/api/client.ts';
import { textOf } from '../../shared/forms/field-spec.ts';
import { Page } from '../../shared/page/page.tsx';
import { EntryForm } from './entry-form.tsx';

export function ForgotPasswordPage() {
  const [sentTo, setSentTo] = useState<string>();
  if (sentTo !== undefined) {
    return (
      <Page title="Forgot password">
        <p role="status">If {sentTo} has an account here, a mail with a link is on its way to it.</p>
        <p>
          <AppLink to="/sign-in">Back to sign in</AppLink>
        </p>
      </Page>
    );
  }
  return (
    <EntryForm
      title="Forgot password"
      text="You get a mail with a link to choose a new one."
      submit="Send link"
      fields={[{ name: 'email', label: 'E-mail', kind: 'email', autoComplete: 'username' }]}
      below={<AppLink to="/sign-in">Back to sign in</AppLink>}
      send={async (values) => {
        const email = textOf(values, 'email').trim();
        await answerOf(api.POST('/api/cloud/auth/forgot-password', { body: { email } }));
        setSentTo(email);
      }}
    />
  );
}
