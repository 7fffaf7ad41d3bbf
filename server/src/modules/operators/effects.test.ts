import { beforeAll, describe, it } from 'vitest';
import { ENGINES, expectOutcome, expectRefusals, openProject } from '../../../test/index.ts';
import { createMember, createOwner, PASSWORD, type TestOperator } from '../../../test/operators.ts';

const UNKNOWN = '018f0000-0000-7000-8000-000000000000';

describe.each(ENGINES)('the effects of routes of operators on %s', (engine) => {
  const open = openProject(engine);
  let owner: TestOperator;
  let member: TestOperator;
  let token = '';
  const send = (method: string, path: string, json?: object) => () =>
    owner.api(path, { method, ...(json && { json }) });
  beforeAll(async () => {
    owner = await createOwner(open.server);
    member = await createMember(open.server, open.project, 'viewer');
  });

  it('a sign-in opens a session', () =>
    expectOutcome(open, send('POST', '/auth/login', { email: owner.email, password: PASSWORD }), {
      status: 200,
      others: ['control._sessions', 'control._users', 'control.audit'],
    }));

  it('a new name changes the account', () =>
    expectOutcome(open, send('PATCH', '/auth/me', { name: 'Ann' }), { status: 200, others: ['control._users'] }));

  it('a personal token is stored', () =>
    expectOutcome(
      open,
      async () => {
        const made = await owner.api<{ data: { id: string } }>('/tokens', { method: 'POST', json: { name: 'laptop' } });
        token = made.body.data.id;
        return made;
      },
      { status: 201, others: ['control.audit', 'control.personal_tokens'] },
    ));

  it('an end of a token deletes it', () =>
    expectOutcome(open, async () => send('DELETE', `/tokens/${token}`)(), {
      status: 200,
      others: ['control.audit', 'control.personal_tokens'],
    }));

  it('an invitation is stored', () =>
    expectOutcome(open, send('POST', '/operators', { email: 'new@example.com' }), {
      status: 201,
      others: ['control.audit', 'control.invites'],
    }));

  it('an account is disabled with its sessions', () =>
    expectOutcome(open, async () => send('PATCH', `/operators/${member.id}`, { disabled: true })(), {
      status: 200,
      others: ['control._sessions', 'control._users', 'control.audit'],
    }));

  it('requests that are refused have none', () =>
    expectRefusals(open, send, [
      [400, 'PATCH', '/auth/me', { name: '' }],
      [400, 'POST', '/tokens', {}],
      [400, 'POST', '/operators', { email: 'a@b@c.example' }],
      [401, 'POST', '/auth/login', { email: owner?.email, password: 'a wrong password' }],
      [404, 'DELETE', `/tokens/${UNKNOWN}`],
      [404, 'PATCH', `/operators/${UNKNOWN}`, { disabled: true }],
      [404, 'DELETE', `/operators/${UNKNOWN}`],
      [404, 'DELETE', `/auth/sessions/${UNKNOWN}`],
    ]));

  it('a deletion deletes the account with its memberships', () =>
    expectOutcome(open, async () => send('DELETE', `/operators/${member.id}`)(), {
      status: 200,
      others: ['control._users', 'control.audit', 'control.members'],
    }));
});
