import { beforeAll, describe, it } from 'vitest';
import { ENGINES, expectOutcome, expectRefusals, openProject, signUp, USER_PASSWORD } from '../../../../test/index.ts';

const UNKNOWN = '018f0000-0000-7000-8000-000000000000';

const USER = ['_users', 'control.audit'];

describe.each(ENGINES)('the effects of managing users on %s', (engine) => {
  const open = openProject(engine, { config: { mode: 'development' } });
  let id = '';
  const send = (method: string, path: string, json?: object) => () =>
    open.project.cloudApi(`/users${path.replace(':id', id)}`, { method, ...(json && { json }) });
  beforeAll(async () => {
    const { email } = await signUp(open.project.api);
    const listed = await open.project.cloudApi<{ data: { id: string }[] }>(`/users?search=${email}`);
    id = String(listed.body.data[0]?.id);
  });

  it('a new user sends no mail', () =>
    expectOutcome(open, send('POST', '', { email: 'new@example.com', password: USER_PASSWORD }), {
      status: 201,
      others: USER,
    }));

  it('a new role changes the user', () =>
    expectOutcome(open, send('PATCH', '/:id', { role: 'staff' }), { status: 200, others: USER }));

  it('a reset sends one mail with a token', () =>
    expectOutcome(open, send('POST', '/:id/send-reset'), {
      status: 202,
      mails: 1,
      others: ['_auth_mails', '_auth_tokens', 'control.audit'],
    }));

  it('a sign-out ends the sessions and voids what started earlier', () =>
    expectOutcome(open, send('POST', '/:id/sign-out'), {
      status: 200,
      others: ['_sessions', '_users', 'control.audit'],
    }));

  it('requests that are refused have none', () =>
    expectRefusals(open, send, [
      [400, 'POST', '', { email: 'a@b@c.example' }],
      [400, 'POST', '', { email: 'weak@example.com', password: 'short' }],
      [400, 'PATCH', '/:id', { password: USER_PASSWORD }],
      [404, 'PATCH', `/${UNKNOWN}`, { name: 'x' }],
      [404, 'DELETE', `/${UNKNOWN}`],
      [404, 'POST', `/${UNKNOWN}/sign-out`],
      [409, 'POST', '', { email: 'new@example.com' }],
    ]));

  it('a deletion deletes the user and their tokens', () =>
    expectOutcome(open, send('DELETE', '/:id'), {
      status: 200,
      others: ['_auth_tokens', '_users', 'control.audit'],
    }));
});
