import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { billingOf, connect, fund } from '../../../../test/billing.ts';
import { deploy, runsOf } from '../../../../test/functions.ts';
import { ENGINES, startTestServer, type TestProject, type TestServer } from '../../../../test/index.ts';
import {
  MAIL_PASSWORD,
  MAIL_USER,
  type MailServer,
  RESEND_KEY,
  type ScriptedMailProvider,
  SENDGRID_KEY,
  startMailServer,
  startResend,
  startSendGrid,
} from '../../../../test/providers/index.ts';

const USER = { id: '0199aaaa-0000-7000-8000-000000000001', email: 'ann@example.com' };
const MAIL = { to: 'ben@example.com', subject: 'Hello', text: 'How are you?' };

const WRONG: readonly (readonly [string, unknown])[] = [
  ['an invalid address', { ...MAIL, to: 'ben' }],
  ['a header in an address', { ...MAIL, to: 'ben@example.com\r\nBcc: all@example.com' }],
  ['a header in the subject', { ...MAIL, subject: 'Hi\r\nBcc: all@example.com' }],
  ['51 addresses', { ...MAIL, to: Array.from({ length: 51 }, (_, n) => `u${n}@example.com`) }],
  ['neither text nor html', { to: MAIL.to, subject: 'Hi' }],
  ['an unknown field', { ...MAIL, from: 'boss@example.com' }],
  ['an unknown file', { ...MAIL, attachments: [{ file_id: 'x' }] }],
  ['a list', [MAIL]],
];

describe.each(ENGINES)('send_email on %s', (engine) => {
  let resend: ScriptedMailProvider;
  let sendgrid: ScriptedMailProvider;
  let smtp: MailServer;
  let server: TestServer;
  beforeAll(async () => {
    [resend, sendgrid, smtp] = await Promise.all([startResend(), startSendGrid(), startMailServer()]);
    const outboundAllow = [resend.receiver.host, sendgrid.receiver.host, smtp.host];
    server = await startTestServer({ engine, config: { outboundAllow }, providerMs: 1500 });
  });
  afterAll(async () => {
    await server?.close();
    await Promise.all([resend, sendgrid, smtp].map((each) => each?.[Symbol.asyncDispose]()));
  });

  const resendOptions = () => ({
    provider: 'resend',
    from: 'App <app@example.com>',
    api_key: RESEND_KEY,
    base_url: resend.url,
    recipients: 'anyone',
  });
  const send = (project: TestProject, json: unknown = MAIL, init = {}) =>
    project.api('/functions/send_email/invoke', { json, user: USER, ...init });

  test('checks in the documented order, and a refusal costs nothing and sends nothing', async () => {
    const project = await server.createProject();
    const before = resend.requests.length;
    const refusals = async (json: unknown, init = {}) => {
      const { status, body } = await send(project, json, init);
      return [status, (body as { code: string }).code];
    };
    const own = { ...MAIL, to: USER.email };
    expect(await refusals({}, { user: undefined })).toEqual([401, 'not_authenticated']);
    expect(await refusals({})).toEqual([400, 'validation_failed']);
    expect(await refusals(MAIL)).toEqual([403, 'forbidden']);
    expect(await refusals(own)).toEqual([402, 'plan_required']);
    await project.cloudApi('/billing', { method: 'PATCH', json: { plan: 'business' } });
    expect(await refusals(own)).toEqual([409, 'integration_not_connected']);
    await connect(project, 'email', resendOptions());
    expect(await refusals(MAIL)).toEqual([402, 'balance_exhausted']);
    expect(resend.requests.length).toBe(before);
    expect(await billingOf(project)).toMatchObject({ balance: 0, reserved: 0, entries: [] });
  });

  test('users may mail only their own verified address until the owner allows more; keys and functions may mail anyone', async () => {
    const project = await server.createProject();
    await fund(project);
    const { recipients: _anyone, ...closed } = resendOptions();
    await connect(project, 'email', closed);
    const before = resend.mails.length;
    const unverified = { user: { ...USER, verified: false } };
    for (const mail of [{ to: USER.email }, {}, { to: Array.from({ length: 50 }, (_, n) => `u${n}@example.com`) }])
      expect(await send(project, { ...MAIL, ...mail }, unverified)).toMatchObject({
        status: 403,
        body: { success: false, code: 'forbidden' },
      });
    for (const mail of [{}, { to: USER.email, cc: MAIL.to }, { to: USER.email, bcc: [MAIL.to] }])
      expect((await send(project, { ...MAIL, ...mail })).status, JSON.stringify(mail)).toBe(403);
    expect(resend.mails.length).toBe(before);
    expect((await send(project, { ...MAIL, to: USER.email })).status).toBe(200);
    expect((await project.secretApi('/functions/send_email/invoke', { json: MAIL })).status).toBe(200);
    await deploy(
      project,
      'welcome',
      `export default (ctx) => ctx.functions.invoke('send_email', ${JSON.stringify(MAIL)})`,
    );
    const nested = await project.api('/functions/welcome/invoke', { json: {}, user: USER });
    expect(nested.body, nested.text).toMatchObject({ data: { success: true } });
    expect(await project.cloudApi('/integrations/email')).toMatchObject({ status: 200 });
    await connect(project, 'email', resendOptions());
    expect((await project.cloudApi('/integrations/email')).body).toMatchObject({ data: { recipients: 'anyone' } });
    expect((await send(project)).status).toBe(200);
    const wrong = await project.cloudApi('/integrations/email', {
      method: 'PUT',
      json: { ...resendOptions(), recipients: 'all' },
    });
    expect(wrong).toMatchObject({ status: 400, body: { details: { fields: { recipients: expect.any(String) } } } });
  });

  test("every recipient counts as one mail toward a user's limit", async () => {
    const outboundAllow = [resend.receiver.host];
    await using limited = await startTestServer({ engine, config: { outboundAllow, rateLimits: true } });
    const project = await limited.createProject();
    await fund(project);
    await connect(project, 'email', resendOptions());
    await project.cloudApi('/settings', { method: 'PATCH', json: { limits: { emails_per_user_hour: 3 } } });
    const to = (count: number) => Array.from({ length: count }, (_, n) => `u${n}@example.com`);
    const refused = await send(project, { ...MAIL, to: to(4) });
    expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await send(project, { ...MAIL, to: to(2), cc: 'c@example.com' })).status).toBe(200);
    expect((await send(project)).status).toBe(429);
  });

  test('sends through Resend, and charges for it in the transaction that records the run', async () => {
    const project = await server.createProject();
    await fund(project, 10);
    await connect(project, 'email', resendOptions());
    const sent = await send(project, { ...MAIL, cc: ['cyd@example.com'], reply_to: 'ann@example.com' });
    expect(sent.status, sent.text).toBe(200);
    expect(sent.body).toMatchObject({ success: true, data: { accepted: ['ben@example.com', 'cyd@example.com'] } });
    expect(resend.mails.at(-1)).toEqual({
      from: 'App <app@example.com>',
      to: ['ben@example.com'],
      cc: ['cyd@example.com'],
      reply_to: 'ann@example.com',
      subject: 'Hello',
      text: 'How are you?',
    });
    const [run] = await runsOf(project, 'send_email');
    expect(run).toMatchObject({ status: 'succeeded', trigger: 'http', caller: `user:${USER.id}` });
    expect(await billingOf(project)).toMatchObject({
      balance: 9,
      reserved: 0,
      entries: [
        { amount: -1, kind: 'email', run_id: run?.id },
        { amount: 10, kind: 'top_up', run_id: null },
      ],
    });
  });

  test('sends through SendGrid', async () => {
    const project = await server.createProject();
    await fund(project);
    await connect(project, 'email', {
      provider: 'sendgrid',
      from: 'app@example.com',
      api_key: SENDGRID_KEY,
      base_url: sendgrid.url,
      recipients: 'anyone',
    });
    const sent = await send(project, { ...MAIL, html: '<p>Hi</p>', bcc: 'dan@example.com' });
    expect(sent.body, sent.text).toMatchObject({ success: true, data: { id: 'message-1' } });
    expect(sendgrid.mails).toEqual([
      {
        personalizations: [{ to: [{ email: 'ben@example.com' }], bcc: [{ email: 'dan@example.com' }] }],
        from: { email: 'app@example.com' },
        subject: 'Hello',
        content: [
          { type: 'text/plain', value: 'How are you?' },
          { type: 'text/html', value: '<p>Hi</p>' },
        ],
      },
    ]);
  });

  test('sends through a mail server with an attachment, and names only the accepted recipients', async () => {
    const project = await server.createProject();
    await fund(project);
    const options = {
      provider: 'smtp',
      from: 'App <app@example.com>',
      host: '127.0.0.1',
      port: smtp.port,
      secure: false,
      recipients: 'anyone',
    };
    await connect(project, 'email', { ...options, username: MAIL_USER, password: MAIL_PASSWORD });
    const form = new FormData();
    form.set('file', new Blob(['a,b\n1,2\n'], { type: 'text/csv' }), 'table.csv');
    const uploaded = await fetch(`${server.url}/api/baas/${project.id}/storage/upload`, {
      method: 'POST',
      headers: { authorization: `Bearer ${project.secretKey}` },
      body: form,
    });
    const { data } = (await uploaded.json()) as { data: { id: string } };
    const json = { ...MAIL, to: ['ben@example.com', 'refused@example.com'], attachments: [{ file_id: data.id }] };
    expect((await send(project, json)).body, 'a file that the user may not read').toMatchObject({
      code: 'validation_failed',
    });
    const sent = await project.secretApi('/functions/send_email/invoke', { json });
    expect(sent.body, sent.text).toMatchObject({ success: true, data: { accepted: ['ben@example.com'] } });
    expect(smtp.mails.at(-1)?.to).toEqual(['ben@example.com']);
    expect(smtp.mails.at(-1)?.text).toContain('table.csv');
    await connect(project, 'email', { ...options, username: MAIL_USER, password: 'another-password' });
    const refused = await send(project);
    expect(refused.status).toBe(502);
    expect(refused.body).toMatchObject({ success: false, code: 'upstream_error' });
    expect(refused.text).not.toContain('another-password');
    expect((await project.cloudApi('/integrations/email/test', { method: 'POST' })).body).toMatchObject({
      data: { ok: false, error: expect.stringMatching(/^The mail server answered 535: (?!535)/) },
    });
  });

  test("a failed call is free and passes on the provider's error without secrets", async () => {
    const project = await server.createProject();
    await fund(project, 5);
    await connect(project, 'email', resendOptions());
    const faults = [
      [
        { status: 422, body: JSON.stringify({ name: 'x', message: `The key ${RESEND_KEY} may not` }) },
        502,
        '[secret] may not',
      ],
      [{ status: 429, headers: { 'retry-after': '7' }, body: '{}' }, 429, '429'],
      [{ status: 200, headers: { 'content-type': 'text/html' }, body: '<html>Hi</html>' }, 502, ''],
      [{ status: 500, body: '<html>' }, 502, '500'],
      [{ reset: 'before_headers' }, 502, ''],
      [{ status: 200, body: '{"id":"', headers: { 'content-length': '500' }, isLast: true }, 502, ''],
      [{ status: 200, body: JSON.stringify({ id: 'x'.repeat(50) }), trickleMs: 100 }, 502, 'in time'],
      [{ hang: 'before_headers' }, 502, 'in time'],
    ] as const;
    for (const [answer, status, message] of faults) {
      resend.fault = { answer };
      const failed = await send(project);
      expect(failed.status, failed.text).toBe(status);
      expect(failed.text).toContain(message);
      expect(failed.text).not.toContain(RESEND_KEY);
      if (status === 429) expect(failed.headers.get('retry-after')).toBe('7');
    }
    resend.fault = undefined;
    expect(await billingOf(project)).toMatchObject({ balance: 5, reserved: 0 });
    const runs = await runsOf(project, 'send_email');
    expect(runs.map(({ status }) => status)).toEqual(faults.map(() => 'failed'));
    expect(JSON.stringify(runs)).not.toContain(RESEND_KEY);
    expect((await send(project)).status).toBe(200);
  });

  test('an idempotency key sends one mail, even if the provider acted without answering', async () => {
    const project = await server.createProject();
    await fund(project, 5);
    await connect(project, 'email', resendOptions());
    const headers = { 'idempotency-key': 'order-1' };
    const before = resend.mails.length;
    resend.fault = { answer: { reset: 'before_headers' }, hasActed: true };
    expect((await send(project, MAIL, { headers })).status).toBe(502);
    resend.fault = undefined;
    const sent = await send(project, MAIL, { headers });
    expect(sent.status).toBe(200);
    const again = await send(project, MAIL, { headers });
    expect(again.text).toBe(sent.text);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(resend.mails.length).toBe(before + 1);
    expect(await billingOf(project)).toMatchObject({ balance: 4 });
  });

  test('concurrent calls never send more than the balance covers', async () => {
    const project = await server.createProject();
    await fund(project, 3);
    await connect(project, 'email', resendOptions());
    const before = resend.mails.length;
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => project.secretApi('/functions/send_email/invoke', { json: MAIL })),
    );
    const count = (status: number) => answers.filter((answer) => answer.status === status).length;
    expect([count(200), count(402)]).toEqual([3, 27]);
    expect(resend.mails.length).toBe(before + 3);
    expect(await billingOf(project)).toMatchObject({ balance: 0, reserved: 0 });
  });

  test('consecutive calls share connections to the provider, and each uses the current credentials', async () => {
    const project = await server.createProject();
    await fund(project);
    await connect(project, 'email', resendOptions());
    const before = resend.requests.length;
    const used = () => resend.requests.slice(before).map(({ connection }) => connection);
    const isShared = () => new Set(used()).size < used().length;
    for (let count = 0; count < 50 && !isShared(); count += 1) expect((await send(project)).status).toBe(200);
    expect(isShared()).toBe(true);
    await connect(project, 'email', { ...resendOptions(), api_key: 're_another_key' });
    expect((await send(project)).body).toMatchObject({ code: 'upstream_error' });
    await project.cloudApi('/integrations/email', { method: 'DELETE' });
    expect((await send(project, { ...MAIL, to: USER.email })).body).toMatchObject({
      code: 'integration_not_connected',
    });
  });

  test('a malformed mail gets 400 with the reason', async () => {
    const project = await server.createProject();
    for (const [what, json] of WRONG) {
      expect((await send(project, json)).body, what).toMatchObject({ success: false, code: 'validation_failed' });
    }
  });
});
