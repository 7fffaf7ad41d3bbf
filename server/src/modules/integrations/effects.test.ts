import { afterAll, beforeAll, describe, it } from 'vitest';
import { connect, fund } from '../../../test/billing.ts';
import { ENGINES, expectOutcome, expectRefusals, openProject } from '../../../test/index.ts';
import { RESEND_KEY, type ScriptedMailProvider, startResend } from '../../../test/providers/index.ts';

/** The change is announced to all processes and recorded in the audit log. */
const CONNECTION = ['_integrations', 'control.audit', 'control.change_counter', 'control.change_feed'];
const AI = { provider: 'openai-compatible', api_key: 'sk-0123456789abcdef', model: 'small' };

describe.each(ENGINES)('the effects of routes of integrations on %s', (engine) => {
  const open = openProject(engine, { config: { outboundAllow: ['127.0.0.0/8'] } });
  let resend: ScriptedMailProvider;
  const send = (method: string, path: string, json?: object) => () =>
    open.project.cloudApi(`/integrations${path}`, { method, ...(json && { json }) });
  /** Runs are stored a moment later, or when they are listed. */
  const call = async () => {
    const mail = { to: 'ben@example.com', subject: 'Hello', text: 'How are you?' };
    const answer = await open.project.secretApi('/functions/send_email/invoke', { json: mail });
    await open.project.cloudApi('/functions/send_email/runs');
    return answer;
  };
  beforeAll(async () => {
    resend = await startResend();
    await fund(open.project);
    await connect(open.project, 'email', {
      provider: 'resend',
      from: 'App <app@example.com>',
      api_key: RESEND_KEY,
      base_url: resend.url,
    });
    // The first run schedules the daily clean-up job.
    await call();
  });
  afterAll(() => resend?.[Symbol.asyncDispose]());

  it('a new connection is stored', () =>
    expectOutcome(open, send('PUT', '/ai', AI), { status: 201, others: CONNECTION }));

  it('a test of a connection changes nothing', () => expectOutcome(open, send('POST', '/email/test'), { status: 200 }));

  it('a function call is charged and records its run', () =>
    expectOutcome(open, call, { status: 200, others: ['_balance', '_balance_entries', '_function_runs'] }));

  it('requests that are refused have none', () =>
    expectRefusals(open, send, [
      [400, 'PUT', '/ai', { provider: 'oracle' }],
      [404, 'PUT', '/fax', { provider: 'resend' }],
      [404, 'DELETE', '/payments'],
      [409, 'POST', '/payments/test'],
    ]));

  it('a disconnection deletes the connection', () =>
    expectOutcome(open, send('DELETE', '/ai'), { status: 200, others: CONNECTION }));
});
