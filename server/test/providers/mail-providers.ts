import { createOnce, json, type ScriptedProvider, startScriptedProvider } from './scripted-provider.ts';

export const RESEND_KEY = 're_test_0123456789';
export const SENDGRID_KEY = 'SG.test-0123456789';

export interface ScriptedMailProvider extends ScriptedProvider {
  /** Accepted mails, as requested. */
  readonly mails: readonly Readonly<Record<string, unknown>>[];
}

/** https://resend.com/docs/api-reference */
export async function startResend(): Promise<ScriptedMailProvider> {
  const mails: Record<string, unknown>[] = [];
  const once = createOnce();
  const provider = await startScriptedProvider(({ method, path, headers, json: body }) => {
    if (headers['authorization'] !== `Bearer ${RESEND_KEY}`)
      return json(401, { statusCode: 401, name: 'validation_error', message: 'API key is invalid' });
    if (method === 'GET' && path === '/domains') return json(200, { data: [] });
    if (method !== 'POST' || path !== '/emails') return undefined;
    return once(headers['idempotency-key'], () => {
      mails.push(body<Record<string, unknown>>());
      return json(200, { id: `mail-${mails.length}` });
    });
  });
  return Object.assign(provider, { mails });
}

/** https://www.twilio.com/docs/sendgrid/api-reference */
export async function startSendGrid(): Promise<ScriptedMailProvider> {
  const mails: Record<string, unknown>[] = [];
  const provider = await startScriptedProvider(({ method, path, headers, json: body }) => {
    if (headers['authorization'] !== `Bearer ${SENDGRID_KEY}`)
      return json(401, { errors: [{ message: 'The provided authorization grant is invalid', field: null }] });
    if (method === 'GET' && path === '/v3/scopes') return json(200, { scopes: ['mail.send'] });
    if (method !== 'POST' || path !== '/v3/mail/send') return undefined;
    mails.push(body<Record<string, unknown>>());
    return { status: 202, headers: { 'x-message-id': `message-${mails.length}` }, body: '' };
  });
  return Object.assign(provider, { mails });
}
