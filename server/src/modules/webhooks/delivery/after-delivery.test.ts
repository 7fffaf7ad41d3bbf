import { describe, expect, onTestFinished, test } from 'vitest';
import { createTestClock, ENGINES, startReceiver, startTestServer } from '../../../../test/index.ts';
import type { DeliveryRecord, WebhookRecord } from '../webhook-schemas.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

interface OwnerMail {
  readonly data: readonly { readonly to: string; readonly subject: string; readonly text: string }[];
}

describe.each(ENGINES)('after deliveries on %s', (engine) => {
  const open = async () => {
    const receiver = await startReceiver();
    const clock = createTestClock(Date.now());
    const config = { mode: 'development', outboundAllow: [receiver.host] } as const;
    const server = await startTestServer({ engine, clock, config });
    onTestFinished(async () => {
      await server.close();
      await receiver.close();
    });
    const project = await server.createProject();
    await project.createTable({ name: 'items', columns: [{ name: 'title', type: 'text' }] });
    const made = await project.cloudApi<{ data: WebhookRecord }>('/webhooks', {
      json: { table: 'items', events: ['insert'], url: receiver.url },
    });
    expect(made.status, made.text).toBe(201);
    const { id } = made.body.data;
    const insert = (rows: number) =>
      project.secretApi('/data/items', { json: Array.from({ length: rows }, () => ({ title: 'x' })) });
    const log = async () =>
      (await project.cloudApi<{ data: DeliveryRecord[]; count: number }>(`/webhooks/${id}/deliveries`)).body;
    return { receiver, clock, server, project, insert, log };
  };

  test('log entries older than thirty days are deleted automatically, and newer ones stay', async () => {
    const { receiver, clock, server, insert, log } = await open();
    await insert(3);
    await receiver.received(3);
    await server.runJobsUntilIdle();
    expect((await log()).count).toBe(3);
    clock.advance(29 * DAY_MS);
    await server.runJobsUntilIdle();
    expect((await log()).count).toBe(3);
    clock.advance(2 * DAY_MS);
    await server.runJobsUntilIdle();
    expect((await log()).count).toBe(0);
  });

  test('the owners of the project get one mail that a webhook was switched off, and why', async () => {
    const { receiver, clock, server, project, insert } = await open();
    const email = `owner-${engine}@example.com`;
    const members = await project.cloudApi('/members', { json: { email, role: 'owner' } });
    const invite = JSON.parse(members.text) as { data: { invite_url: string } };
    const token = new URL(invite.data.invite_url).searchParams.get('token');
    const accepted = await server.api('/api/cloud/invites/accept', {
      json: { token, password: 'a long enough password', name: 'Owner' },
    });
    expect(accepted.status, accepted.text).toBeLessThan(300);
    receiver.script = { status: 410 };
    await insert(12);
    await receiver.received(10);
    await server.runJobsUntilIdle();
    clock.advance(DAY_MS);
    await server.runJobsUntilIdle();
    const { body } = await server.adminApi<OwnerMail>('/api/cloud/mailbox');
    const mails = body.data.filter(({ to }) => to === email);
    expect(mails).toHaveLength(1);
    expect(mails[0]?.subject).toContain(project.id);
    expect(mails[0]?.text).toContain('http_410');
    expect(mails[0]?.text).toMatch(new RegExp(`/console/p/${project.id}/webhooks/[0-9a-f-]{36}\\s`));
    expect(receiver.requests).toHaveLength(10);
  });
});
