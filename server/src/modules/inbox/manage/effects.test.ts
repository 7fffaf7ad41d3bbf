import { beforeAll, describe, it } from 'vitest';
import { ENGINES, expectOutcome, expectRefusals, openProject } from '../../../../test/index.ts';

const UNKNOWN = '018f0000-0000-7000-8000-000000000000';

const MESSAGE = ['_messages', 'control.audit'];

describe.each(ENGINES)('the effects of managing messages on %s', (engine) => {
  const open = openProject(engine);
  let id = '';
  const send = (method: string, path: string, json?: object) => () =>
    open.project.cloudApi(`/messages${path.replace(':id', id)}`, { method, ...(json && { json }) });
  beforeAll(async () => {
    const sent = await open.project.api<{ data: { id: string } }>('/messages', { json: { body: 'Hello' } });
    id = sent.body.data.id;
  });

  it('a new status changes the message', () =>
    expectOutcome(open, send('PATCH', '/:id', { status: 'read' }), { status: 200, others: MESSAGE }));

  it('requests that are refused have none', () =>
    expectRefusals(open, send, [
      [400, 'PATCH', '/:id', { status: 'new' }],
      [400, 'PATCH', '/:id', { body: 'x' }],
      [404, 'PATCH', `/${UNKNOWN}`, { status: 'read' }],
      [404, 'DELETE', `/${UNKNOWN}`],
    ]));

  it('a deletion deletes the message', () =>
    expectOutcome(open, send('DELETE', '/:id'), { status: 200, others: MESSAGE }));
});
