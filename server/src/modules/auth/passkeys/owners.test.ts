import { describe, expect, it } from 'vitest';
import { browseApp } from '../../../../test/browser.ts';
import { ENGINES, startTestServer, type TestProject } from '../../../../test/index.ts';
import { createMember } from '../../../../test/operators.ts';
import {
  addPasskey,
  enablePasskeys,
  registerPasskey,
  type ShownPasskey,
  signInWith,
  startSignIn,
} from '../../../../test/passkey-flow.ts';

const PASSWORD = 'correct horse battery';

function saveHost(project: TestProject, host: string | null) {
  return project.cloudApi('/settings', { method: 'PATCH', json: { auth: { passkeys: { rp_id: host } } } });
}

function allow(project: TestProject, ...origins: readonly string[]) {
  return project.cloudApi('', { method: 'PATCH', json: { allowed_origins: origins } });
}

describe.each(ENGINES)('owners on %s', (engine) => {
  it("see and remove a user's passkeys, even the last way to sign in, and the audit log records it", async () => {
    await using server = await startTestServer({ engine, config: { mode: 'development' } });
    const project = await server.createProject();
    await enablePasskeys(project);
    const ann = browseApp(server, project);
    await ann.call('/auth/signup', { email: 'ann@example.com', password: PASSWORD });
    const passkey = await addPasskey(ann);
    const own = (await ann.call<{ data: ShownPasskey[] }>('/auth/passkeys')).body;
    const users = await project.cloudApi<{ data: { id: string }[] }>('/users');
    const user = `/users/${users.body.data[0]?.id}`;
    const admin = await createMember(server, project, 'admin');
    const viewer = await createMember(server, project, 'viewer');
    const base = `/projects/${project.id}${user}/passkeys`;
    expect(await viewer.api(base)).toMatchObject({ status: 200, body: own });
    const one = `${base}/${own.data[0]?.id}`;
    expect((await viewer.api(one, { method: 'DELETE' })).status).toBe(403);
    expect(await admin.api(one, { method: 'DELETE' })).toMatchObject({ status: 200, body: { count: 1 } });
    for (const wrong of [one, `${base}/none`, `/projects/${project.id}/users/none/passkeys/${own.data[0]?.id}`]) {
      expect(await admin.api(wrong, { method: 'DELETE' })).toMatchObject({ status: 404, body: { code: 'not_found' } });
    }
    expect((await signInWith(browseApp(server, project), passkey)).status).toBe(401);
    const log = await project.cloudApi<{ data: { action: string; actor: { email: string }; details: object }[] }>(
      '/audit',
    );
    expect(log.body.data.find(({ action }) => action === 'user.remove_passkey')).toMatchObject({
      actor: { email: admin.email },
      details: { passkey_id: own.data[0]?.id },
    });
    await addPasskey(ann);
    expect((await project.cloudApi(user, { method: 'DELETE' })).status).toBe(200);
    const hosts = await project.cloudApi('/passkeys');
    expect(hosts.body).toEqual({ data: { rp_id: 'localhost', hosts: [] }, count: 0 });
  });

  it('choose the host, and see how many passkeys each host has', async () => {
    await using server = await startTestServer({ engine });
    const project = await server.createProject();
    await allow(project, 'https://app.example.com', 'https://www.app.example.com', 'https://other.example.com');
    await enablePasskeys(project);
    const ann = browseApp(server, project);
    await ann.call('/auth/signup', { email: 'ann@example.com', password: PASSWORD });
    // The published app's host is the default.
    const published = `${project.id}.localhost`;
    const { protocol, port } = new URL(server.url);
    const first = await registerPasskey(ann, { page: `${protocol}//${published}:${port}` });
    expect(first.reply.status).toBe(201);
    expect(await saveHost(project, 'APP.example.com')).toMatchObject({
      status: 200,
      body: { data: { auth: { passkeys: { enabled: true, rp_id: 'app.example.com' } } } },
    });
    for (const page of ['https://app.example.com', 'https://www.app.example.com']) {
      const { passkey, reply } = await registerPasskey(ann, { page });
      expect(reply.status, page).toBe(201);
      expect((await signInWith(browseApp(server, project), passkey)).status).toBe(200);
    }
    expect((await registerPasskey(ann, { page: 'https://other.example.com' })).reply.body).toMatchObject({
      details: { reason: 'origin' },
    });
    expect((await project.cloudApi('/passkeys')).body).toEqual({
      data: {
        rp_id: 'app.example.com',
        hosts: [
          { rp_id: 'app.example.com', passkeys: 2 },
          { rp_id: published, passkeys: 1 },
        ],
      },
      count: 2,
    });
    // Removing an origin from the list takes effect with the next request.
    await allow(project, 'https://other.example.com');
    expect((await registerPasskey(ann, { page: 'https://app.example.com' })).reply.status).toBe(400);
    expect((await saveHost(project, null)).body).toMatchObject({ data: { auth: { passkeys: { enabled: true } } } });
    expect((await startSignIn(ann)).options.rpId).toBe(published);
    expect((await signInWith(browseApp(server, project), first.passkey)).status).toBe(200);
  });

  it('cannot choose a host that the project does not control', async () => {
    await using server = await startTestServer({
      engine,
      config: { appsDomain: 'apps.example.net' },
    });
    const project = await server.createProject();
    const hosts = [
      'https://www.example.com',
      'http://localhost:3000',
      'http://127.0.0.1:3000',
      'https://[::1]',
      'https://apps.example.net',
    ];
    await allow(project, ...hosts);
    const refused: readonly (readonly [string, string])[] = [
      ['example.com', 'must be the host of an allowed origin, or a parent of a domain that the project has proven'],
      [
        'other.example.org',
        'must be the host of an allowed origin, or a parent of a domain that the project has proven',
      ],
      ['localhost', 'is the host of the service itself'],
      ['apps.example.net', 'is shared with the apps of other projects'],
      ['example.net', 'is shared with the apps of other projects'],
      ['net', 'is shared with the apps of other projects'],
      ['127.0.0.1', 'must be a host name like app.example.com'],
      ['[::1]', 'must be a host name like app.example.com'],
      ['https://www.example.com', 'must be a host name like app.example.com'],
      ['www.example.com:443', 'must be a host name like app.example.com'],
      ['www.example.com/', 'must be a host name like app.example.com'],
      ['', 'must be a host name like app.example.com'],
    ];
    for (const [host, problem] of refused) {
      expect(await saveHost(project, host), host).toMatchObject({
        status: 400,
        body: { code: 'validation_failed', details: { fields: { 'auth.passkeys.rp_id': problem } } },
      });
    }
    for (const host of ['www.example.com', `${project.id}.apps.example.net`]) {
      expect((await saveHost(project, host)).status, host).toBe(200);
    }
    // A domain of the app and its parents are allowed once the domain is verified.
    await project.cloudApi('/settings', { method: 'PATCH', json: { app: { domains: ['shop.example.org'] } } });
    expect((await saveHost(project, 'example.org')).status).toBe(400);
    await server.adminApi(`/api/cloud/projects/${project.id}/domains/shop.example.org/verify`, {
      json: { confirm: true },
    });
    for (const host of ['shop.example.org', 'example.org']) {
      expect((await saveHost(project, host)).status, host).toBe(200);
    }
    await saveHost(project, null);
    await enablePasskeys(project);
    expect((await startSignIn(browseApp(server, project))).options.rpId).toBe('shop.example.org');
  });
});
