import { isOn, textOf } from '../../shared/forms/field-spec.ts';
import { GroupPage } from './group-page.tsx';
import { linesOf, numberOf } from './lists-of-text.ts';
import { usePasskeyFields } from './passkey-hosts.tsx';
import { Providers } from './providers.tsx';

export function SignInSettingsPage() {
  const passkeyFields = usePasskeyFields();
  return (
    <GroupPage
      title="Sign-in"
      fields={[
        { name: 'signup_enabled', label: 'Allow sign-up', kind: 'switch' },
        { name: 'verification_required', label: 'Require verified e-mail', kind: 'switch' },
        { name: 'password_min_length', label: 'Shortest password', kind: 'number' },
        {
          name: 'allowed_email_domains',
          label: 'Allowed e-mail domains',
          kind: 'multiline',
          placeholder: 'example.com',
          hint: 'One a line. Empty allows every domain.',
        },
        { name: 'session_minutes', label: 'Session minutes', kind: 'number' },
        { name: 'refresh_days', label: 'Refresh days', kind: 'number' },
        ...passkeyFields,
      ]}
      read={({ auth }) => ({
        signup_enabled: auth.signup_enabled,
        verification_required: auth.verification_required,
        password_min_length: String(auth.password_min_length),
        allowed_email_domains: auth.allowed_email_domains.join('\n'),
        session_minutes: String(auth.session_minutes),
        refresh_days: String(auth.refresh_days),
        passkeys_enabled: auth.passkeys.enabled,
        passkeys_rp_id: auth.passkeys.rp_id ?? '',
      })}
      write={(values) => ({
        auth: {
          signup_enabled: isOn(values, 'signup_enabled'),
          verification_required: isOn(values, 'verification_required'),
          password_min_length: numberOf(textOf(values, 'password_min_length')),
          allowed_email_domains: linesOf(textOf(values, 'allowed_email_domains')),
          session_minutes: numberOf(textOf(values, 'session_minutes')),
          refresh_days: numberOf(textOf(values, 'refresh_days')),
          passkeys: {
            enabled: isOn(values, 'passkeys_enabled'),
            rp_id: textOf(values, 'passkeys_rp_id').trim() || null,
          },
        },
      })}
      below={({ auth }) => <Providers providers={auth.providers} />}
    />
  );
}
