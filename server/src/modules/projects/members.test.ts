import { describe, expect, it } from 'vitest';
import { createTestClock, ENGINES, startTestServer } from '../../../test/index.ts';
import { createMember, createOwner, PASSWORD, signIn } from '../../../test/operators.ts';

interface InvitedMember {
  readonly data: { readonly id: string; readonly invite_url: string };
}

function tokenOf(answer: { readonly body: InvitedMember }): string {
  return new URL(answer.body.data.invite_url).searchParams.get('token') ?? '';
}

describe.each(ENGINES)('members on %s', (engine) => {
  it('inviting an unknown address shows a link once, and the link creates one account and member, once', async () => {
    await using server = await startTestServer({ engine });
    const project = await server.createProject();
    const invited = await project.cloudApi<InvitedMember>('/members', {
      json: { email: 'Bob@Example.com', role: 'editor' },
    });
    expect(invited.status).toBe(201);
    const token = tokenOf(invited);
    expect(invited.body.data.invite_url).toBe(`${server.url}/console/invite?token=${token}`);
    const list = await project.cloudApi('/members');
    expect(list.text).not.toContain(token);
    const person = { email: 'bob@example.com', role: 'editor' };
    expect(list.body).toMatchObject({ data: [{ ...person, id: invited.body.data.id, status: 'invited' }], count: 1 });
    expect(
      (await server.api('/api/cloud/auth/login', { json: { email: person.email, password: PASSWORD } })).status,
    ).toBe(401);

    const json = { token, password: PASSWORD, name: 'Bob' };
    const accepted = await Promise.all([1, 2, 3].map(() => server.api('/api/cloud/invites/accept', { json })));
    expect(accepted.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(accepted.every(({ status }) => status === 201 || status < 500)).toBe(true);
    const bob = await signIn(server, person.email);
    expect((await bob.api(`/projects/${project.id}/members`)).body).toMatchObject({
      data: [{ ...person, id: bob.id, name: 'Bob', status: 'active' }],
      count: 1,
    });
  });

  it('an address with an account is invited like any other, and only the holder of the token becomes a member', async () => {
    await using server = await startTestServer({ engine });
    const project = await server.createProject();
    const ann = await createOwner(server, 'ann@example.com');
    const mine = await ann.api<{ data: { id: string } }>('/projects', { json: { name: 'Mine' } });
    const bob = await createMember(server, project, 'viewer', 'bob@example.com');
    const path = `/projects/${mine.body.data.id}`;
    const invite = (email: string, role: string) =>
      ann.api<InvitedMember>(`${path}/members`, { json: { email, role } });
    const [known, unknown] = [await invite('bob@example.com', 'editor'), await invite('eve@example.com', 'editor')];
    const shapeOf = ({ status, body }: typeof known) => [status, Object.keys(body.data)];
    expect(shapeOf(known)).toEqual(shapeOf(unknown));
    expect((await bob.api(path)).status).toBe(404);
    // A signed-in account with the token can accept, whichever address the invitation was sent to.
    const accepted = await bob.api('/invites/accept', { json: { token: tokenOf(unknown) } });
    expect(accepted).toMatchObject({ status: 201, body: { data: { account: { id: bob.id } } } });
    expect((await bob.api(path)).status).toBe(200);
    const again = await invite('bob@example.com', 'admin');
    expect(again).toMatchObject({ status: 409, body: { code: 'duplicate' } });
    const foreign = { origin: 'https://evil.example' };
    const forged = await bob.api('/invites/accept', { json: { token: tokenOf(known) }, headers: foreign });
    expect(forged).toMatchObject({ status: 403, body: { code: 'origin_not_allowed' } });
    expect(await bob.api('/invites/accept', { json: { token: tokenOf(known) } })).toMatchObject({ status: 409 });
  });

  it('an account on another person’s address never gains what that address is given later, and the owner of the address can take the account over', async () => {
    await using server = await startTestServer({ engine, config: { mode: 'development' } });
    const [mallorys, alices] = [await server.createProject(), await server.createProject()];
    const mallory = await createMember(server, mallorys, 'viewer', 'victim@example.com');
    const { token } = (await mallory.api<{ data: { token: string } }>('/tokens', { json: { name: 'x' } })).body.data;
    const invited = await alices.cloudApi<InvitedMember>('/members', {
      json: { email: 'victim@example.com', role: 'admin' },
    });
    expect((await mallory.api(`/projects/${alices.id}`)).status).toBe(404);
    // The real owner of the address does not have the password that mallory chose, but reads the mails.
    const json = { token: tokenOf(invited), password: 'chosen by the victim' };
    expect(await server.api('/api/cloud/invites/accept', { json })).toMatchObject({ status: 401 });
    expect(
      (await server.api('/api/cloud/auth/forgot-password', { json: { email: 'victim@example.com' } })).status,
    ).toBe(202);
    await server.runJobsUntilIdle();
    const mails = await server.adminApi<{ data: { text: string }[] }>('/api/cloud/mailbox?to=victim@example.com');
    const reset = /token=([\w-]+)/.exec(mails.body.data[0]?.text ?? '')?.[1];
    const set = await server.api('/api/cloud/auth/reset-password', { json: { token: reset, password: json.password } });
    expect(set.status).toBe(200);
    expect((await server.api('/api/cloud/invites/accept', { json })).status).toBe(201);
    expect((await mallory.api('/auth/me')).status).toBe(401);
    expect((await server.api('/api/cloud/auth/me', { key: token })).status).toBe(401);
    const login = { email: 'victim@example.com', password: PASSWORD };
    expect((await server.api('/api/cloud/auth/login', { json: login })).status).toBe(401);
  });

  it('a changed role or a removal applies to the next request', async () => {
    await using server = await startTestServer({ engine });
    const project = await server.createProject();
    const bob = await createMember(server, project, 'admin');
    const rename = () => bob.api(`/projects/${project.id}`, { method: 'PATCH', json: { name: 'Bobs' } });
    expect((await rename()).status).toBe(200);
    const changed = await project.cloudApi(`/members/${bob.id}`, { method: 'PATCH', json: { role: 'viewer' } });
    expect(changed).toMatchObject({ status: 200, body: { data: { id: bob.id, role: 'viewer' }, count: 1 } });
    expect(await rename()).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    expect((await project.cloudApi(`/members/${bob.id}`, { method: 'DELETE' })).body).toEqual({ count: 1 });
    expect(await rename()).toMatchObject({ status: 404, body: { code: 'project_not_found' } });
  });

  describe('409', () => {
    it('the last owner cannot leave, even when two owners leave at once', async () => {
      await using server = await startTestServer({ engine });
      const project = await server.createProject();
      const owners = [
        await createMember(server, project, 'owner'),
        await createMember(server, project, 'owner', 'b@b.c'),
      ];
      const left = await Promise.all(
        owners.map((owner) => owner.api(`/projects/${project.id}/members/${owner.id}`, { method: 'DELETE' })),
      );
      expect(left.map(({ status }) => status).sort()).toEqual([200, 409]);
      const [last] = (await project.cloudApi<{ data: { id: string; role: string }[] }>('/members')).body.data;
      expect(last?.role).toBe('owner');
      for (const init of [{ method: 'DELETE' }, { method: 'PATCH', json: { role: 'admin' } }]) {
        const answer = await project.cloudApi(`/members/${last?.id}`, init);
        expect(answer).toMatchObject({ status: 409, body: { code: 'in_use' } });
      }
    });
  });
});

describe('members', () => {
  it('an invitation gives access to its own project only, and an existing account must prove its password', async () => {
    await using server = await startTestServer();
    const [first, second] = [await server.createProject(), await server.createProject()];
    const invite = (project: typeof first) =>
      project.cloudApi<InvitedMember>('/members', { json: { email: 'bob@example.com', role: 'owner' } });
    const [toFirst, toSecond] = [tokenOf(await invite(first)), tokenOf(await invite(second))];
    const accept = (token: string, password: string) =>
      server.api('/api/cloud/invites/accept', { json: { token, password } });
    expect((await accept(toSecond, 'password of a stranger')).status).toBe(201);
    const stranger = await signIn(server, 'bob@example.com', 'password of a stranger');
    expect((await stranger.api(`/projects/${first.id}`)).status).toBe(404);
    expect(await accept(toFirst, PASSWORD)).toMatchObject({ status: 401, body: { code: 'invalid_credentials' } });
    expect((await first.cloudApi('/members')).body).toMatchObject({ data: [{ status: 'invited' }], count: 1 });
    expect((await accept(toFirst, 'password of a stranger')).status).toBe(201);
    expect((await stranger.api(`/projects/${first.id}`)).status).toBe(200);
  });

  describe('400', () => {
    it('a bad password or name is refused before the answer could reveal whether the address has an account', async () => {
      await using server = await startTestServer();
      const project = await server.createProject();
      const known = await createMember(server, await server.createProject(), 'viewer', 'known@example.com');
      const refusals = async (email: string) => {
        const invited = await project.cloudApi<InvitedMember>('/members', { json: { email, role: 'viewer' } });
        const token = tokenOf(invited);
        const bodies = [{ password: 'x' }, { password: 'not that of the account', name: 'a\nb' }];
        const answers = bodies.map((json) =>
          server.api<{ code: string }>('/api/cloud/invites/accept', { json: { token, ...json } }),
        );
        return (await Promise.all(answers)).map(({ status, body }) => [status, { ...body, request_id: '' }]);
      };
      const told = await refusals(known.email);
      expect(told).toMatchObject([
        [400, { code: 'weak_password' }],
        [400, { code: 'validation_failed' }],
      ]);
      expect(await refusals('unknown@example.com')).toEqual(told);
    });

    it('a used, replaced, withdrawn, expired or made-up token creates no member', async () => {
      const clock = createTestClock();
      await using server = await startTestServer({ clock });
      const project = await server.createProject();
      const invite = (email: string) =>
        project.cloudApi<InvitedMember>('/members', { json: { email, role: 'viewer' } });
      const accept = (token: string, password = PASSWORD) =>
        server.api('/api/cloud/invites/accept', { json: { token, password } });
      const replaced = tokenOf(await invite('a@example.com'));
      const used = tokenOf(await invite('a@example.com'));
      expect(await accept(used, 'short')).toMatchObject({ status: 400, body: { code: 'weak_password' } });
      expect((await accept(used)).status).toBe(201);
      const withdrawn = await invite('b@example.com');
      await project.cloudApi(`/members/${withdrawn.body.data.id}`, { method: 'DELETE' });
      const expired = tokenOf(await invite('c@example.com'));
      clock.advance(7 * 24 * 60 * 60 * 1000);
      for (const token of [replaced, used, tokenOf(withdrawn), expired, 'x']) {
        expect(await accept(token)).toMatchObject({ status: 400, body: { code: 'invalid_token' } });
      }
      expect((await project.cloudApi('/members')).body).toMatchObject({
        data: [
          { email: 'a@example.com', status: 'active' },
          { email: 'c@example.com', status: 'invited' },
        ],
        count: 2,
      });
    });
  });

  it('admins manage all members except owners, owners manage all, and other members only themselves', async () => {
    await using server = await startTestServer();
    const project = await server.createProject();
    const path = `/projects/${project.id}/members`;
    const people = {
      viewer: await createMember(server, project, 'viewer'),
      editor: await createMember(server, project, 'editor'),
      admin: await createMember(server, project, 'admin'),
      owner: await createMember(server, project, 'owner'),
    };
    const extra = await createMember(server, project, 'owner', 'extra@example.com');
    const set = async (who: keyof typeof people, id: string, role: string): Promise<number> =>
      (await people[who].api(`${path}/${id}`, { method: 'PATCH', json: { role } })).status;
    const add = async (who: keyof typeof people, role: string): Promise<number> =>
      (await people[who].api(path, { json: { email: `new-${who}-${role}@example.com`, role } })).status;
    const remove = async (who: keyof typeof people, id: string): Promise<number> =>
      (await people[who].api(`${path}/${id}`, { method: 'DELETE' })).status;

    for (const who of ['viewer', 'editor'] as const) {
      expect(await add(who, 'viewer')).toBe(403);
      expect(await set(who, people[who].id, 'admin')).toBe(403);
      expect(await remove(who, people.admin.id)).toBe(403);
    }
    expect(await add('admin', 'admin')).toBe(201);
    expect(await add('admin', 'owner')).toBe(403);
    expect(await set('admin', people.viewer.id, 'editor')).toBe(200);
    expect(await set('admin', people.viewer.id, 'owner')).toBe(403);
    expect(await set('admin', people.admin.id, 'owner')).toBe(403);
    expect(await set('admin', extra.id, 'viewer')).toBe(403);
    expect(await remove('admin', extra.id)).toBe(403);
    expect(await add('owner', 'owner')).toBe(201);
    expect(await set('owner', extra.id, 'viewer')).toBe(200);
    expect(await remove('viewer', people.viewer.id)).toBe(200);
    expect(await remove('owner', people.admin.id)).toBe(200);
  });

  it('400 for invalid input and 404 for accounts that are not members', async () => {
    await using server = await startTestServer();
    const project = await server.createProject();
    const other = await createMember(server, await server.createProject(), 'viewer');
    const bodies = [
      {},
      { email: 'bob@example.com' },
      { email: 'bob@example.com', role: 'king' },
      { email: 'Bob <bob@example.com>', role: 'viewer' },
      { email: 'a@b.c,d@e.f', role: 'viewer' },
      { email: 'bob@example.com\n', role: 'viewer' },
      { email: 'bob＠example.com', role: 'viewer' },
      { email: `${'a'.repeat(320)}@b.c`, role: 'viewer' },
      { email: 'bob@example.com', role: 'viewer', status: 'active' },
    ];
    for (const json of bodies) {
      const answer = await project.cloudApi('/members', { json });
      expect(answer, JSON.stringify(json)).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
    }
    for (const id of [other.id, 'x', '%00']) {
      const answer = await project.cloudApi(`/members/${id}`, { method: 'PATCH', json: { role: 'viewer' } });
      expect([400, 404]).toContain(answer.status);
    }
    expect((await project.cloudApi('/members')).body).toEqual({ data: [], count: 0 });
  });
});
