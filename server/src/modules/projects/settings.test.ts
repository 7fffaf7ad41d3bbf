import { describe, expect, it } from 'vitest';
import { createTestClock, ENGINES, startTestServer } from '../../../test/index.ts';
import { createMember, createOwner } from '../../../test/operators.ts';

const DEFAULTS = {
  inbox: { enabled: true, notify_email: null, notify_email_confirmed: false, captcha: null },
  auth: {
    signup_enabled: true,
    verification_required: false,
    password_min_length: 8,
    allowed_email_domains: [],
    session_minutes: 15,
    refresh_days: 30,
    providers: {},
    passkeys: { enabled: false },
  },
  storage: { upload: 'authenticated', redirect: false },
  app: { domains: [], domain_states: [] },
  limits: {
    reads_per_10s: 300,
    writes_per_10s: 100,
    storage_bytes: 10_737_418_240,
    storage_files: 1_000_000,
    emails_per_user_hour: 20,
    ai_calls_per_user_hour: 60,
    ai_per_day: 5000,
    rows_bytes: 10_737_418_240,
    files_bytes: 10_737_418_240,
    jobs: 100_000,
  },
  payments: { products: [], allow_custom_amounts: false, several_subscriptions: false },
};

describe.each(ENGINES)('settings on %s', (engine) => {
  it('start with defaults; a change keeps fields that are not sent and returns all settings', async () => {
    await using server = await startTestServer({ engine });
    const { cloudApi } = await server.createProject();
    expect(await cloudApi('/settings')).toMatchObject({ status: 200, body: { data: DEFAULTS, count: 1 } });
    const patch = (json: unknown) => cloudApi('/settings', { method: 'PATCH', json });
    await patch({ inbox: { notify_email: ' Ann@Example.com ' } });
    const answer = await patch({ inbox: { enabled: false }, auth: { password_min_length: 12 } });
    const expected = {
      ...DEFAULTS,
      inbox: { enabled: false, notify_email: 'ann@example.com', notify_email_confirmed: true, captcha: null },
      auth: { ...DEFAULTS.auth, password_min_length: 12 },
    };
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ data: expected, count: 1 });
    expect((await cloudApi('/settings')).body).toEqual(answer.body);
    expect((await cloudApi('')).body).toMatchObject({ data: { settings: expected } });
  });

  it('twelve concurrent changes of different settings all apply', async () => {
    await using server = await startTestServer({ engine });
    const { cloudApi } = await server.createProject();
    const ids = Array.from({ length: 12 }, (_, index) => `provider-${index}`);
    const answers = await Promise.all(
      ids.map((id) => {
        const provider = { issuer: 'https://id.example.com', client_id: id, client_secret: 's' };
        return cloudApi('/settings', { method: 'PATCH', json: { auth: { providers: { [id]: provider } } } });
      }),
    );
    expect(answers.map(({ status }) => status)).toEqual(ids.map(() => 200));
    const { body } = await cloudApi<{ data: typeof DEFAULTS }>('/settings');
    expect(Object.keys(body.data.auth.providers).sort()).toEqual(ids.sort());
  });
});

describe('settings', () => {
  it('limits apply to the next request', async () => {
    await using server = await startTestServer({ config: { rateLimits: true }, clock: createTestClock() });
    const project = await server.createProject();
    await project.createTable({ name: 'notes', columns: [], rules: { read: 'public' } });
    const limits = { reads_per_10s: 3 };
    await project.cloudApi('/settings', { method: 'PATCH', json: { limits } });
    const statuses: number[] = [];
    for (let count = 0; count < 4; count += 1) statuses.push((await project.api('/data/notes')).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
    expect((await project.secretApi('/data/notes')).status).toBe(200);
  });

  it('project admins may set limits up to the defaults, and instance operators beyond them', async () => {
    await using server = await startTestServer();
    const project = await server.createProject();
    const owner = await createOwner(server);
    const admin = await createMember(server, project, 'admin');
    const set = async (who: typeof owner, limits: object) =>
      (await who.api(`/projects/${project.id}/settings`, { method: 'PATCH', json: { limits } })).status;
    expect(await set(admin, { storage_bytes: 1000, reads_per_10s: 5 })).toBe(200);
    expect(await set(admin, { storage_bytes: DEFAULTS.limits.storage_bytes })).toBe(200);
    for (const [index, name] of (Object.keys(DEFAULTS.limits) as (keyof typeof DEFAULTS.limits)[]).entries()) {
      // Two names mean the same limit, so each change raises it further than the one before.
      const raised = { [name]: DEFAULTS.limits[name] + 1 + index };
      expect(await set(admin, raised), name).toBe(403);
      expect(await set(owner, raised), name).toBe(200);
    }
    expect(await set(admin, { storage_files: DEFAULTS.limits.storage_files + 1 })).toBe(200);
  });

  it('a provider’s secret is never shown, stays when it is not sent, and is deleted with the provider', async () => {
    await using server = await startTestServer();
    const { cloudApi } = await server.createProject();
    const patch = (provider: unknown) =>
      cloudApi<{ data: typeof DEFAULTS }>('/settings', {
        method: 'PATCH',
        json: { auth: { providers: { google: provider } } },
      });
    const made = await patch({ client_id: 'first', client_secret: 'hush-hush' });
    expect(made.body.data.auth.providers).toEqual({ google: { client_id: 'first', has_client_secret: true } });
    const changed = await patch({ client_id: 'second' });
    expect(changed.body.data.auth.providers).toEqual({ google: { client_id: 'second', has_client_secret: true } });
    for (const path of ['/settings', '', '/audit']) expect((await cloudApi(path)).text).not.toContain('hush-hush');
    const elsewhere = await patch({ issuer: 'https://elsewhere.example' });
    expect(elsewhere.status, 'a secret that is kept goes to no other place').toBe(400);
    const moved = await patch({ issuer: 'https://elsewhere.example', client_secret: 'another' });
    expect(moved.body.data.auth.providers).toMatchObject({ google: { issuer: 'https://elsewhere.example' } });
    expect((await patch(null)).body.data.auth.providers).toEqual({});
    expect((await patch({ client_id: 'third' })).status).toBe(400);
  });

  it('a captcha secret is never shown, and must be sent again to change its provider or address', async () => {
    await using server = await startTestServer();
    const { cloudApi } = await server.createProject();
    const patch = (captcha: unknown) => cloudApi('/settings', { method: 'PATCH', json: { inbox: { captcha } } });
    const set = await patch({ provider: 'turnstile', secret: 'hush-hush' });
    const shown = { provider: 'turnstile', verify_url: null, has_secret: true };
    expect(set.body).toMatchObject({ data: { inbox: { captcha: shown } } });
    expect(set.text).not.toContain('hush');
    expect((await patch({ verify_url: 'https://example.com/' })).status).toBe(400);
    expect((await patch({ provider: 'hcaptcha' })).status).toBe(400);
    expect((await cloudApi('/settings')).body).toMatchObject({ data: { inbox: { captcha: shown } } });
    expect((await patch(null)).body).toMatchObject({ data: { inbox: { captcha: null } } });
  });

  describe('400', () => {
    it('unknown keys and invalid values change nothing', async () => {
      await using server = await startTestServer();
      const { cloudApi } = await server.createProject();
      const provider = { client_id: 'x', client_secret: 'y' };
      const patches: readonly unknown[] = [
        {},
        { inbox: {} },
        { unknown: {} },
        { inbox: { unknown: true } },
        { inbox: { enabled: 'yes' } },
        { inbox: { notify_email: 'no address' } },
        { inbox: null },
        { inbox: { captcha: {} } },
        { inbox: { captcha: { provider: 'turnstile' } } },
        { inbox: { captcha: { provider: 'other', secret: 'x' } } },
        { inbox: { captcha: { provider: 'hcaptcha', secret: 'x', verify_url: 'javascript:alert(1)' } } },
        { auth: { password_min_length: 7 } },
        { auth: { password_min_length: 8.5 } },
        { auth: { allowed_email_domains: ['no domain'] } },
        { auth: { session_minutes: 0 } },
        { auth: { refresh_days: 366 } },
        { auth: { providers: { Google: provider } } },
        { auth: { providers: { google: { client_id: 'x' } } } },
        { auth: { providers: { google: { ...provider, scope: 'all' } } } },
        { auth: { providers: { other: provider } } },
        { auth: { providers: { other: { ...provider, issuer: 'javascript:alert(1)' } } } },
        { auth: { providers: { other: { ...provider, issuer: 'https://a:b@id.example.com' } } } },
        { storage: { upload: 'everyone' } },
        { storage: { redirect: 'yes' } },
        { storage: { upload: 'role:' } },
        { limits: { reads_per_10s: 0 } },
        { allowed_origins: [] },
        [],
      ];
      for (const json of patches) {
        const answer = await cloudApi('/settings', { method: 'PATCH', json });
        expect(answer, JSON.stringify(json)).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
      }
      const own = await cloudApi('/settings', {
        method: 'PATCH',
        body: '{"__proto__":{"x":1}}',
        headers: { 'content-type': 'application/json' },
      });
      expect(own.status).toBe(400);
      expect((await cloudApi('/settings')).body).toMatchObject({ data: DEFAULTS });
    });
  });
});
