import { beforeAll, describe, expect, it } from 'vitest';
import { ENGINES, expectEffects, expectOutcome, openProject } from '../../../../test/index.ts';

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
    expectEffects(open, async () => {
      const requests: readonly (readonly [number, string, string, object?])[] = [
        [400, 'PATCH', '/:id', { status: 'new' }],
        [400, 'PATCH', '/:id', { body: 'x' }],
        [404, 'PATCH', `/${UNKNOWN}`, { status: 'read' }],
        [404, 'DELETE', `/${UNKNOWN}`],
      ];
      for (const [status, method, path, json] of requests) {
        const answer = await send(method, path, json)();
        expect([method, path, answer.status], answer.text).toEqual([method, path, status]);
      }
    }));

  it('a deletion deletes the message', () =>
    expectOutcome(open, send('DELETE', '/:id'), { status: 200, others: MESSAGE }));
});
