import { beforeAll, describe, it } from 'vitest';
import { ENGINES, expectOutcome, expectRefusals, openProject } from '../../../test/index.ts';

const UNKNOWN = '018f0000-0000-7000-8000-000000000000';

const WEBHOOK = ['_webhooks', 'control.audit'];
const WATCHING = ['_meta', '_tables', '_webhooks', 'control.audit', 'control.change_counter', 'control.change_feed'];

describe.each(ENGINES)('the effects of routes of webhooks on %s', (engine) => {
  const open = openProject(engine);
  const hook = { table: 'notes', events: ['insert'], url: 'https://example.com/hook', enabled: false };
  let id = '';
  const send = (method: string, path: string, json?: object) => () =>
    open.project.cloudApi(`/webhooks${path.replace(':id', id)}`, { method, ...(json && { json }) });
  beforeAll(async () => {
    for (const name of ['notes', 'tasks'])
      await open.project.createTable({ name, columns: [{ name: 'title', type: 'text' }] });
    id = (await open.project.cloudApi<{ data: { id: string } }>('/webhooks', { json: hook })).body.data.id;
    // The first change schedules the daily clean-up job.
    await open.project.cloudApi(`/webhooks/${id}`, { method: 'PATCH', json: { description: 'First' } });
  });

  it('a new webhook of a table that had none makes the table watched', () =>
    expectOutcome(open, send('POST', '', { ...hook, table: 'tasks' }), {
      status: 201,
      others: WATCHING,
    }));

  it('a change changes the webhook', () =>
    expectOutcome(open, send('PATCH', '/:id', { description: 'Other' }), { status: 200, others: WEBHOOK }));

  it('a new secret changes the webhook', () =>
    expectOutcome(open, send('POST', '/:id/rotate-secret'), { status: 200, others: WEBHOOK }));

  it('requests that are refused have none', () =>
    expectRefusals(open, send, [
      [400, 'POST', '', { ...hook, events: [] }],
      [400, 'POST', '', { ...hook, url: 'javascript:alert(1)' }],
      [404, 'POST', '', { ...hook, table: 'missing' }],
      [400, 'PATCH', '/:id', { secret: '' }],
      [404, 'PATCH', `/${UNKNOWN}`, { description: 'x' }],
      [404, 'DELETE', `/${UNKNOWN}`],
      [404, 'POST', `/:id/deliveries/${UNKNOWN}/resend`],
    ]));

  it('a deletion of the last webhook of a table ends watching it', () =>
    expectOutcome(open, send('DELETE', '/:id'), { status: 200, others: WATCHING }));
});
