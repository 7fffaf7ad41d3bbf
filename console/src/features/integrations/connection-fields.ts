import { type FieldSpec, type FormValues, optionsOf, textOf } from '../../shared/forms/field-spec.ts';

export type IntegrationKind = 'email' | 'payments' | 'ai';

/** A connection as the API returns it: the provider's options, and for credentials only whether they are set. */
export type Connection = Readonly<Record<string, unknown>> & {
  readonly kind: IntegrationKind;
  readonly connected: boolean;
  readonly provider?: string;
};

export interface IntegrationText {
  readonly kind: IntegrationKind;
  readonly title: string;
  readonly purpose: string;
  readonly providers: string;
  /** A sentence about calls that fail without the connection. */
  readonly without: string;
  readonly fields: readonly FieldSpec[];
}

const isProvider =
  (...providers: readonly string[]) =>
  (values: FormValues): boolean =>
    providers.includes(textOf(values, 'provider'));

const provider = (names: readonly string[]): FieldSpec => ({
  name: 'provider',
  label: 'Provider',
  kind: 'select',
  options: optionsOf(names),
});

const secret = (name: string, label: string, more: Partial<FieldSpec> = {}): FieldSpec => ({
  name,
  label,
  kind: 'password',
  hint: 'Kept encrypted and never shown; empty keeps the one that is stored.',
  ...more,
});

const baseUrl = (more: Partial<FieldSpec> = {}): FieldSpec => ({
  name: 'base_url',
  label: 'Base URL',
  placeholder: "Empty: the provider's own",
  ...more,
});

export const INTEGRATIONS: readonly IntegrationText[] = [
  {
    kind: 'email',
    title: 'E-mail',
    purpose: 'Apps and functions send mail with send_email.',
    providers: 'any SMTP server, Resend and SendGrid',
    without: 'Calls of send_email fail until you connect a provider again.',
    fields: [
      provider(['smtp', 'resend', 'sendgrid']),
      { name: 'from', label: 'From', placeholder: 'Shop <shop@example.com>', isRequired: true },
      { name: 'host', label: 'Host', isShown: isProvider('smtp') },
      { name: 'port', label: 'Port', kind: 'number', isShown: isProvider('smtp') },
      { name: 'secure', label: 'Secure', kind: 'switch', isShown: isProvider('smtp') },
      { name: 'username', label: 'Username', isShown: isProvider('smtp') },
      secret('password', 'Password', { isShown: isProvider('smtp') }),
      secret('api_key', 'API key', { isShown: isProvider('resend', 'sendgrid') }),
      baseUrl({ isShown: isProvider('resend', 'sendgrid') }),
      {
        name: 'recipients',
        label: 'Users may send to',
        kind: 'select',
        options: [
          { value: 'self', label: 'Their own verified address only' },
          { value: 'anyone', label: 'Anyone (open to abuse)' },
        ],
        hint: 'Anyone who signs up can mail strangers in your name when this is open. Functions and secret keys send to anyone either way.',
      },
    ],
  },
  {
    kind: 'payments',
    title: 'Payments',
    purpose: 'Apps take payments with process_payment, and the table payments records them.',
    providers: 'Stripe',
    without: 'Calls of process_payment fail, and events of the provider are refused.',
    fields: [
      provider(['stripe']),
      secret('secret_key', 'Secret key'),
      secret('webhook_secret', 'Webhook secret'),
      baseUrl(),
    ],
  },
  {
    kind: 'ai',
    title: 'AI',
    purpose: 'Apps and functions ask a language model with ai_call.',
    providers: 'Anthropic and every provider with the API of OpenAI',
    without: 'Calls of ai_call fail until you connect a provider again.',
    fields: [
      provider(['openai-compatible', 'anthropic']),
      { name: 'model', label: 'Model', isRequired: true },
      secret('api_key', 'API key'),
      baseUrl(),
    ],
  },
];

/** For example “smtp · Shop <shop@example.com>”. */
export function summaryOf({ provider: name, from, model }: Connection): string {
  return [name, from, model].filter((part) => typeof part === 'string').join(' · ');
}

export function valuesOf({ fields }: IntegrationText, connection: Connection): FormValues {
  return Object.fromEntries(
    fields.flatMap(({ name, kind }): [string, FormValues[string]][] => {
      const value = connection[name];
      if (kind === 'switch') return [[name, value === true]];
      return typeof value === 'string' || typeof value === 'number' ? [[name, String(value)]] : [];
    }),
  );
}

export function bodyOf(
  { fields }: IntegrationText,
  values: FormValues,
): { provider: string } & Record<string, unknown> {
  const shown = fields.filter((field) => field.isShown?.(values) ?? true);
  const entries = shown.flatMap(({ name, kind }): [string, unknown][] => {
    if (kind === 'switch') return [[name, values[name] === true]];
    const text = textOf(values, name).trim();
    if (text === '') return [];
    return [[name, kind === 'number' && /^\d+$/.test(text) ? Number(text) : text]];
  });
  return { provider: textOf(values, 'provider'), ...Object.fromEntries(entries) };
}
