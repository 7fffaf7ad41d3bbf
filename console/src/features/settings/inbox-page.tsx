import { isOn, optionalText, optionsOf, textOf } from '../../shared/forms/field-spec.ts';
import { GroupPage } from './group-page.tsx';

export function InboxSettingsPage() {
  return (
    <GroupPage
      title="Inbox settings"
      fields={[
        { name: 'enabled', label: 'Receive messages', kind: 'switch' },
        {
          name: 'notify_email',
          label: 'Notify',
          kind: 'email',
          hint: 'Who gets a mail about new messages. Empty: all owners of the project.',
        },
        { name: 'captcha', label: 'Captcha', kind: 'select', options: optionsOf(['none', 'turnstile', 'hcaptcha']) },
        {
          name: 'secret',
          label: 'Captcha secret',
          kind: 'password',
          hint: 'Never shown again.',
          isShown: ({ captcha }) => captcha !== 'none',
        },
        {
          name: 'verify_url',
          label: 'Captcha address',
          hint: 'Only for another service that speaks the same protocol.',
          isShown: ({ captcha }) => captcha !== 'none',
        },
      ]}
      read={({ inbox }) => ({
        enabled: inbox.enabled,
        notify_email: inbox.notify_email ?? '',
        captcha: inbox.captcha?.provider ?? 'none',
        secret: '',
        verify_url: inbox.captcha?.verify_url ?? '',
      })}
      write={(values, { inbox }) => {
        const provider = textOf(values, 'captcha');
        const secret = optionalText(values, 'secret');
        const url = optionalText(values, 'verify_url') ?? null;
        const isSame = secret === undefined && provider === inbox.captcha?.provider && url === inbox.captcha.verify_url;
        const captcha =
          provider === 'none' ? null : { provider, verify_url: url, ...(secret !== undefined && { secret }) };
        return {
          inbox: {
            enabled: isOn(values, 'enabled'),
            notify_email: optionalText(values, 'notify_email')?.trim() ?? null,
            ...(!isSame && { captcha }),
          },
        };
      }}
    />
  );
}
