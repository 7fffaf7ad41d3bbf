import { expect, test } from 'vitest';
import { connect, fund } from '../../../../test/billing.ts';
import { startLossyServer } from '../../../../test/lossy-server.ts';
import { RESEND_KEY, startResend } from '../../../../test/providers/index.ts';

test('when the answer to a disconnect is lost, no further call uses the connection', async () => {
  await using resend = await startResend();
  await using lossy = await startLossyServer({ config: { outboundAllow: [resend.receiver.host] } });
  const project = await lossy.server.createProject();
  await fund(project);
  const options = { provider: 'resend', from: 'App <app@example.com>', api_key: RESEND_KEY, base_url: resend.url };
  await connect(project, 'email', options);
  const json = { to: 'ben@example.com', subject: 'Hello', text: 'How are you?' };
  const send = () => project.secretApi('/functions/send_email/invoke', { json });
  expect((await send()).status).toBe(200);

  lossy.loseCommitOf('_integrations');
  const disconnected = await project.cloudApi('/integrations/email', { method: 'DELETE' });
  expect([disconnected.status, disconnected.body]).toMatchObject([503, { code: 'unavailable' }]);
  expect(await send()).toMatchObject({ status: 409, body: { code: 'integration_not_connected' } });
  expect(resend.requests).toHaveLength(1);
}, 120_000);
