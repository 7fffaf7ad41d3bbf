import { beforeAll, describe, it } from 'vitest';
import { ENGINES, expectOutcome, expectRefusals, openProject } from '../../../test/index.ts';
import { CALLBACK, requestOf, VERIFIER } from '../../../test/oauth-client.ts';
import { createMember, type TestOperator } from '../../../test/operators.ts';

describe.each(ENGINES)('the effects of routes of OAuth on %s', (engine) => {
  const open = openProject(engine);
  let owner: TestOperator;
  let client = '';
  let code = '';
  const send = (method: string, path: string, json?: object) => () =>
    open.server.api(path, { method, ...(json && { json }) });
  const form = (path: string, fields: Readonly<Record<string, string>>) => () =>
    open.server.api(path, {
      method: 'POST',
      body: new URLSearchParams(fields).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
  const request = () => requestOf(open.server, client, open.project.id);
  beforeAll(async () => {
    owner = await createMember(open.server, open.project, 'owner');
  });

  it('a registration stores nothing', () =>
    expectOutcome(
      open,
      async () => {
        const metadata = { client_name: 'Editor', redirect_uris: [CALLBACK] };
        const answer = await open.server.api<{ client_id: string }>('/oauth/register', { json: metadata });
        client = answer.body.client_id;
        return answer;
      },
      { status: 201 },
    ));

  it('a permission stores a grant', () =>
    expectOutcome(
      open,
      async () => {
        const path = `/oauth/authorization?${request()}`;
        const answer = await owner.api<{ data: { redirect_to: string } }>(path, { json: { allow: true } });
        code = new URL(answer.body.data.redirect_to).searchParams.get('code') ?? '';
        return answer;
      },
      { status: 200, others: ['control.audit', 'control.oauth_grants'] },
    ));

  it('a code becomes a personal token', () =>
    expectOutcome(
      open,
      () =>
        form('/oauth/token', {
          grant_type: 'authorization_code',
          code,
          client_id: client,
          redirect_uri: CALLBACK,
          code_verifier: VERIFIER,
        })(),
      { status: 200, others: ['control.audit', 'control.oauth_grants', 'control.personal_tokens'] },
    ));

  it('a request of a device is stored', () =>
    expectOutcome(open, form('/oauth/device', { client_id: 'servicectl', scope: 'write' }), {
      status: 200,
      others: ['control.oauth_grants'],
    }));

  it('a token that is unknown cannot be revoked, which the answer does not tell', () =>
    expectOutcome(open, form('/oauth/revoke', { token: 'ct_unknown' }), { status: 200 }));

  it('requests that are refused have none', () =>
    expectRefusals(open, send, [
      [400, 'POST', '/oauth/register', { redirect_uris: ['javascript:alert(1)'] }],
      [400, 'POST', '/oauth/token', {}],
    ]));

  it('a wrong code has none', () =>
    expectOutcome(open, form('/oauth/token', { grant_type: 'authorization_code', code: 'wrong', client_id: client }), {
      status: 400,
    }));
});
