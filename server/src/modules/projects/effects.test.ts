import { beforeAll, describe, it } from 'vitest';
import { ENGINES, expectOutcome, expectRefusals, openProject } from '../../../test/index.ts';

const UNKNOWN = '018f0000-0000-7000-8000-000000000000';

/** The change is announced to all processes and recorded in the audit log. */
const PROJECT = ['control.audit', 'control.change_counter', 'control.change_feed', 'control.projects'];

describe.each(ENGINES)('the effects of routes of a project on %s', (engine) => {
  const open = openProject(engine, { config: { mode: 'development' } });
  let key = '';
  const send = (method: string, path: string, json?: object) => () =>
    open.project.cloudApi(path.replace(':key', key), { method, ...(json && { json }) });
  beforeAll(async () => {
    const made = await open.project.cloudApi<{ data: { id: string } }>('/keys', { json: { name: 'old' } });
    key = made.body.data.id;
  });

  it('a new name changes the project', () =>
    expectOutcome(open, send('PATCH', '', { name: 'Other' }), { status: 200, others: PROJECT }));

  it('new settings change the project', () =>
    expectOutcome(open, send('PATCH', '/settings', { inbox: { enabled: false } }), {
      status: 200,
      others: PROJECT,
    }));

  it('a new secret key is stored with its project', () =>
    expectOutcome(open, send('POST', '/keys', { name: 'new' }), { status: 201, others: PROJECT }));

  it('a revoked secret key is announced to all processes', () =>
    expectOutcome(open, send('DELETE', '/keys/:key'), { status: 200, others: PROJECT }));

  it('a new public key changes the project', () =>
    expectOutcome(open, send('POST', '/keys/rotate-public'), { status: 200, others: PROJECT }));

  it('an invitation stores the invitation', () =>
    expectOutcome(open, send('POST', '/members', { email: 'guest@example.com', role: 'viewer' }), {
      status: 201,
      others: [...PROJECT, 'control.invites'].sort(),
    }));

  it('requests that are refused have none', () =>
    expectRefusals(open, send, [
      [400, 'PATCH', '', { name: '' }],
      [400, 'PATCH', '/settings', { inbox: { enabled: 'no' } }],
      [400, 'POST', '/keys', {}],
      [400, 'POST', '/members', { email: 'guest@example.com', role: 'king' }],
      [404, 'DELETE', `/keys/${UNKNOWN}`],
      [404, 'DELETE', `/members/${UNKNOWN}`],
      [404, 'PATCH', `/members/${UNKNOWN}`, { role: 'admin' }],
    ]));
});
