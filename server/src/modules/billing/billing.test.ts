import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { billingOf, connect, fund } from '../../../test/billing.ts';
import { ENGINES, receivedMails, startTestServer, type TestProject, type TestServer } from '../../../test/index.ts';
import { createMember } from '../../../test/operators.ts';
import { RESEND_KEY, type ScriptedMailProvider, startResend } from '../../../test/providers/index.ts';

const MAIL = { to: 'ben@example.com', subject: 'Hello', text: 'How are you?' };

describe.each(ENGINES)('billing on %s', (engine) => {
  let resend: ScriptedMailProvider;
  let server: TestServer;
  beforeAll(async () => {
    resend = await startResend();
    const config = { outboundAllow: [resend.receiver.host], mode: 'development', planChanges: 'owners' } as const;
    server = await startTestServer({ engine, config });
  });
  afterAll(async () => {
    await server?.close();
    await resend?.[Symbol.asyncDispose]();
  });

  const send = (project: TestProject) => project.secretApi('/functions/send_email/invoke', { json: MAIL });
  const createMailer = async (amount: number): Promise<TestProject> => {
    const project = await server.createProject();
    await fund(project, amount);
    await connect(project, 'email', {
      provider: 'resend',
      from: 'a@example.com',
      api_key: RESEND_KEY,
      base_url: resend.url,
    });
    return project;
  };

  test('a project starts on the free plan with no balance, and only its owner changes the plan', async () => {
    const project = await server.createProject();
    const { api } = await createMember(server, project, 'owner');
    const { api: admin } = await createMember(server, project, 'admin');
    const path = `/projects/${project.id}/billing`;
    expect((await api(path)).body).toMatchObject({ data: { plan: 'free', balance: 0, currency: 'usd', entries: [] } });
    expect((await admin(path, { method: 'PATCH', json: { plan: 'pro' } })).status).toBe(403);
    expect((await api(path, { method: 'PATCH', json: { plan: 'pro' } })).body).toMatchObject({ data: { plan: 'pro' } });
    expect((await project.cloudApi('')).body).toMatchObject({ data: { plan: 'pro' } });
    expect((await api(path, { method: 'PATCH', json: { plan: 'gold' } })).status).toBe(400);
    expect((await api(path, { method: 'PATCH', json: {} })).status).toBe(400);
    expect((await project.cloudApi('/audit')).text).toContain('project.plan');
  });

  test('only instance operators add money and change prices', async () => {
    const project = await server.createProject();
    const { api } = await createMember(server, project, 'owner');
    const json = { amount: 100, kind: 'top_up' };
    expect((await api(`/projects/${project.id}/billing/entries`, { json })).status).toBe(403);
    expect((await api('/prices', { method: 'PATCH', json: { email: 0 } })).status).toBe(403);
    expect((await api('/prices')).body).toMatchObject({ data: { payments: 0 } });
    expect((await project.cloudApi('/billing/entries', { json })).status).toBe(201);
    for (const wrong of [{ ...json, amount: 0 }, { ...json, amount: 1.5 }, { ...json, amount: -101 }, { amount: 5 }])
      expect((await project.cloudApi('/billing/entries', { json: wrong })).status).toBe(400);
    expect((await project.cloudApi('/billing/entries', { json: { ...json, amount: -100 } })).status).toBe(201);
    expect(await billingOf(project)).toMatchObject({ balance: 0 });
  });

  test('the balance is the sum of the entries, which can be listed and exported', async () => {
    const project = await createMailer(5);
    for (let n = 0; n < 3; n += 1) expect((await send(project)).status).toBe(200);
    const { body } = await project.cloudApi<{ data: { amount: number }[] }>('/billing/entries?limit=10');
    expect(body.data.map(({ amount }) => amount)).toEqual([-1, -1, -1, 5]);
    expect((await project.cloudApi('/billing/entries?kind=email&limit=1')).body).toMatchObject({ count: 3 });
    const csv = await project.cloudApi('/billing/entries/export?format=csv');
    expect(csv.headers.get('content-type')).toContain('text/csv');
    const lines = csv.text.trim().split('\r\n');
    expect(lines[0]).toBe('id,amount,kind,run_id,created_at');
    expect(lines.slice(1).map((line) => line.split(',').slice(1, 3))).toEqual([
      ['5', 'top_up'],
      ...Array(3).fill(['-1', 'email']),
    ]);
    expect((await project.cloudApi('/billing/entries/export?format=json')).body).toMatchObject({ count: 4 });
    expect((await project.cloudApi('/billing/entries/export')).body).toMatchObject({ code: 'invalid_format' });
    expect(await billingOf(project)).toMatchObject({ balance: 2 });
  });

  test('owners get one mail when a fifth of the balance is left, and one when it is used up', async () => {
    const project = await createMailer(5);
    const { email } = await createMember(server, project, 'owner');
    const mailsAfter = async (count: number) => {
      // The balance is checked after the answer is sent.
      await expect.poll(async () => (await receivedMails(server, email)).length).toBe(count);
      return (await receivedMails(server, email)).map(({ subject }) => subject);
    };
    for (let n = 0; n < 3; n += 1) await send(project);
    expect(await mailsAfter(0)).toEqual([]);
    await send(project);
    expect(await mailsAfter(1)).toEqual([expect.stringContaining('is low')]);
    await send(project);
    expect(await mailsAfter(2)).toEqual([expect.stringContaining('is low'), expect.stringContaining('is used up')]);
    expect((await send(project)).status).toBe(402);
    expect(await mailsAfter(2)).toHaveLength(2);
    await fund(project, 10);
    for (let n = 0; n < 8; n += 1) await send(project);
    expect(await mailsAfter(3)).toEqual([...Array(2).fill(expect.any(String)), expect.stringContaining('is low')]);
  });
});

test('when the installation reserves plan changes for operators, owners cannot change the plan', async () => {
  await using server = await startTestServer({ config: { planChanges: 'operators' } });
  const project = await server.createProject();
  const { api } = await createMember(server, project, 'owner');
  const refused = await api(`/projects/${project.id}/billing`, { method: 'PATCH', json: { plan: 'business' } });
  expect(refused).toMatchObject({ status: 403, body: { code: 'forbidden' } });
  expect((await project.cloudApi('/billing', { method: 'PATCH', json: { plan: 'pro' } })).status).toBe(200);
});

test('the balance and the prices name the currency of the installation', async () => {
  await using server = await startTestServer({ config: { currency: 'jpy' } });
  const project = await server.createProject();
  expect(await billingOf(project)).toMatchObject({ balance: 0, currency: 'jpy' });
  const prices = await server.adminApi('/api/cloud/prices');
  expect(prices.body).toEqual({ data: { email: 1, payments: 0, ai: 2, currency: 'jpy' }, count: 1 });
  const change = await server.adminApi('/api/cloud/prices', { method: 'PATCH', json: { currency: 'eur' } });
  expect(change.status).toBe(400);
});

test('a changed price applies to the next call', async () => {
  await using resend = await startResend();
  await using server = await startTestServer({ config: { outboundAllow: [resend.receiver.host] } });
  const project = await server.createProject();
  await fund(project, 10);
  await connect(project, 'email', {
    provider: 'resend',
    from: 'a@example.com',
    api_key: RESEND_KEY,
    base_url: resend.url,
  });
  const change = (json: object) => server.adminApi('/api/cloud/prices', { method: 'PATCH', json });
  expect((await change({ email: 7 })).body).toMatchObject({ data: { email: 7, payments: 0 } });
  expect((await project.secretApi('/functions/send_email/invoke', { json: MAIL })).status).toBe(200);
  expect(await billingOf(project)).toMatchObject({ balance: 3 });
  expect((await project.secretApi('/functions/send_email/invoke', { json: MAIL })).status).toBe(402);
  await change({ email: 0 });
  expect((await project.secretApi('/functions/send_email/invoke', { json: MAIL })).status).toBe(200);
  for (const wrong of [{ email: -1 }, { email: 0.5 }, { fax: 1 }, {}]) expect((await change(wrong)).status).toBe(400);
});
