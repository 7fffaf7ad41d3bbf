import { validationFailed } from '../../../platform/errors.ts';
import type { FormFields } from './read-form.ts';

/** The page to open afterwards; never stored. */
export const NEXT_FIELD = '_next';
const OWN_FIELDS = ['body', 'from_name', 'from_email', NEXT_FIELD];
const TRAP_FIELD = '_gotcha';
const CAPTCHA_FIELDS = ['captcha_token', 'cf-turnstile-response', 'h-captcha-response', 'g-recaptcha-response'];

/** Fields that a message does not have become metadata, as text. A repeated name becomes a list. */
export function messageOfForm(fields: FormFields): object {
  requireOnce(fields);
  const metadata: [string, string | readonly string[]][] = [];
  for (const [name, values] of fields) {
    if (OWN_FIELDS.includes(name) || CAPTCHA_FIELDS.includes(name) || name === TRAP_FIELD) continue;
    metadata.push([name, values.length === 1 ? (values[0] ?? '') : values]);
  }
  const token = CAPTCHA_FIELDS.flatMap((name) => fields.get(name) ?? []).find((value) => value !== '');
  const body = fields.get('body')?.[0];
  return {
    // Browsers send each line break of a text area as two characters, but their own length limits count it as one.
    ...(body !== undefined && { body: body.replaceAll('\r\n', '\n') }),
    from_name: fields.get('from_name')?.[0] ?? null,
    from_email: fields.get('from_email')?.[0] ?? null,
    // Built from entries, so that a field called `__proto__` is an ordinary field.
    metadata: Object.fromEntries(metadata),
    captcha_token: token ?? null,
    _gotcha: fields.get(TRAP_FIELD)?.join('') ?? null,
  };
}

function requireOnce(fields: FormFields): void {
  const repeated = OWN_FIELDS.filter((name) => (fields.get(name)?.length ?? 0) > 1);
  if (repeated.length === 0) return;
  throw validationFailed(Object.fromEntries(repeated.map((name) => [name, 'must be sent once'])));
}
