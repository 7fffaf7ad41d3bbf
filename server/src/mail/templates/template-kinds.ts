export interface Template {
  readonly subject: string;
  /** Plain text; blank lines separate paragraphs. A paragraph that is only `{{link}}` becomes a button in HTML. */
  readonly text: string;
  readonly button: string;
  /** The owner's own HTML; null: generated from `text`. */
  readonly html: string | null;
}

export const TEMPLATE_KINDS = [
  'verify_email',
  'reset_password',
  'existing_account',
  'password_changed',
  'email_changed',
  'provider_linked',
  'mfa_disabled',
  'passkey_added',
  'passkey_refused',
] as const;

export type TemplateKind = (typeof TEMPLATE_KINDS)[number];

/** No variable holds a user's text: signing up with another's address would send it to them in the app's name. */
export type TemplateVariable = 'app_name' | 'email' | 'link' | 'expires_in' | 'provider';

interface KindDescription {
  readonly description: string;
  readonly variables: readonly TemplateVariable[];
  readonly needsLink: boolean;
  readonly template: Template;
}

const NOTICE = 'If this was not you, set a new password at once and look through the sessions of your account.';

export const TEMPLATES: Readonly<Record<TemplateKind, KindDescription>> = {
  verify_email: {
    description: 'Sent to a new account, and when the user requests it again.',
    variables: ['app_name', 'email', 'link', 'expires_in'],
    needsLink: true,
    template: templateOf('Confirm your e-mail address', 'Confirm address', [
      'Confirm that {{email}} is your address, and your account with {{app_name}} is ready.',
      '{{link}}',
      'The link works once, for {{expires_in}}. If you did not ask for it, you can ignore this mail.',
    ]),
  },
  reset_password: {
    description: 'Sent when a user has forgotten their password.',
    variables: ['app_name', 'email', 'link', 'expires_in'],
    needsLink: true,
    template: templateOf('Set a new password', 'Set a new password', [
      'Somebody asked for a new password for {{email}} at {{app_name}}.',
      '{{link}}',
      'The link works once, for {{expires_in}}. If it was not you, ignore this mail: your password stays as it is.',
    ]),
  },
  existing_account: {
    description:
      'Sent when someone signs up with an address that already has an account, where addresses must be confirmed.',
    variables: ['app_name', 'email', 'link'],
    needsLink: false,
    template: templateOf('You already have an account', 'Continue to {{app_name}}', [
      'Somebody tried to sign up at {{app_name}} with {{email}}, which has an account already.',
      'If it was you, sign in. If you have forgotten your password, ask for a new one there.',
      '{{link}}',
      'If it was not you, there is nothing to do: nobody was told that this account exists, and nothing was changed.',
    ]),
  },
  password_changed: {
    description: 'Sent after a password was changed or reset.',
    variables: ['app_name', 'email'],
    needsLink: false,
    template: templateOf('Your password was changed', 'Open {{app_name}}', [
      'The password of {{email}} at {{app_name}} was changed, and other sessions were ended.',
      NOTICE,
    ]),
  },
  email_changed: {
    description: 'Sent to the old address after the address of an account was changed.',
    variables: ['app_name', 'email'],
    needsLink: false,
    template: templateOf('Your e-mail address was changed', 'Open {{app_name}}', [
      'The account with {{app_name}} that belonged to {{email}} has another address from now on.',
      'If you did not expect this, contact {{app_name}}.',
    ]),
  },
  provider_linked: {
    description: 'Sent after another way to sign in was added to an account.',
    variables: ['app_name', 'email', 'provider'],
    needsLink: false,
    template: templateOf('A new way to sign in', 'Open {{app_name}}', [
      'You can sign in to {{app_name}} as {{email}} with {{provider}} from now on.',
      NOTICE,
    ]),
  },
  mfa_disabled: {
    description: 'Sent after the second factor of an account was removed.',
    variables: ['app_name', 'email'],
    needsLink: false,
    template: templateOf('Two-step sign-in was turned off', 'Open {{app_name}}', [
      'Signing in to {{app_name}} as {{email}} no longer asks for a code.',
      NOTICE,
    ]),
  },
  passkey_added: {
    description: 'Sent after a passkey was added to an account.',
    variables: ['app_name', 'email'],
    needsLink: false,
    template: templateOf('A new passkey', 'Open {{app_name}}', [
      'You can sign in to {{app_name}} as {{email}} with a new passkey from now on.',
      'If this was not you, remove the passkey at once and set a new password.',
    ]),
  },
  passkey_refused: {
    description: 'Sent when a passkey was refused because its counter suggests that a copy of it exists.',
    variables: ['app_name', 'email'],
    needsLink: false,
    template: templateOf('A passkey was refused', 'Open {{app_name}}', [
      'A sign-in to {{app_name}} as {{email}} was refused: the passkey counts its uses, and its number was one that it had sent before. Somebody may have a copy of it.',
      'Remove this passkey from your account and add a new one.',
    ]),
  },
};

function templateOf(subject: string, button: string, paragraphs: readonly string[]): Template {
  return { subject, button, text: paragraphs.join('\n\n'), html: null };
}
