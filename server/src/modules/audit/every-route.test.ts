import { Secret, TOTP } from 'otpauth';
import { describe, expect, it } from 'vitest';
import { type ApiInit, ENGINES, type Reply, startTestServer, type TestServer } from '../../../test/index.ts';
import { PASSWORD, setupTokenOf } from '../../../test/operators.ts';
import { passkeyBrowser, registerPasskey } from '../../../test/passkey-flow.ts';
import { createArchive } from '../../../test/published-app.ts';
import { createVisitor } from '../../../test/visitor.ts';

/** Routes that change nothing although they are not GET. */
const WITHOUT_ENTRY = new Set([
  'post /projects/{project_id}/tables/{name}/rules/test',
  'post /projects/{project_id}/mail-templates/{kind}/preview',
  'post /projects/{project_id}/schedules/preview',
  'post /projects/{project_id}/integrations/{kind}/test',
]);

/** Routes with a test of their own, beside their code or below. */
const ELSEWHERE =
  /^\w+ (\/auth\/|\/operators|\/oauth\/|\/instance\/|\/projects\/\{project_id\}\/(backup|restore|move|domains|payments|schedules|table-changes|webhooks\/(listen$|.*\/result$)))/;

/** Rows and files are project content: the audit log does not record who changes them. */
const CONTENT = / \/projects\/\{project_id\}\/(data|storage|row-changes)\//;

describe.each(ENGINES)('the audit log on %s', (engine) => {
  it('records each successful change on every route exactly once, and no refused one', async () => {
    await using server = await startTestServer({ engine });
    const tour = new Tour(server);
    await takeTour(server, tour);
    const visited = [...tour.visited].filter((route) => !ELSEWHERE.test(route));
    expect(visited.sort()).toEqual((await changingRoutes(server)).sort());
    // Every changing route of the service in turn takes two thirds of the usual time on a busy machine.
  }, 120_000);
});
/** Uses a project of its own, because a schema document describes a whole project. */
async function tourOfSchema(tour: Tour, { post, put }: Senders): Promise<void> {
  await post('/projects', { name: 'Whole', id: 'whole' })();
  const schema = { version: 1, tables: { notes: { columns: [] } } };
  await tour.call('put /projects/{project_id}/schema', put('/projects/whole/schema', schema));
  const smaller = { version: 1, tables: {} };
  await tour.refuse('put /projects/{project_id}/schema', put('/projects/whole/schema', smaller));
}

/** Sends requests and checks how many entries each one leaves. */
class Tour {
  readonly visited = new Set<string>();
  readonly refused = new Set<string>();
  readonly #server: TestServer;

  constructor(server: TestServer) {
    this.#server = server;
  }

  /** Expects the change to succeed. */
  async call<Body = unknown>(route: string, send: () => Promise<Reply<Body>>): Promise<Reply<Body>> {
    const { answer, entries } = await this.#send(send);
    expect(answer.status, `${route} ${answer.text}`).toBeLessThan(300);
    expect(entries, `${route} ${answer.text}`).toBe(WITHOUT_ENTRY.has(route) ? 0 : 1);
    this.visited.add(route);
    return answer;
  }

  /** Expects the service to refuse the change. */
  async refuse(route: string, send: () => Promise<Reply<unknown>>): Promise<void> {
    const { answer, entries } = await this.#send(send);
    expect(answer.status, `${route} ${answer.text}`).toBeGreaterThanOrEqual(400);
    expect(answer.status, `${route} ${answer.text}`).toBeLessThan(500);
    expect(entries, `${route} ${answer.text}`).toBe(0);
    this.refused.add(route);
  }

  async #send<Body>(send: () => Promise<Reply<Body>>): Promise<{ answer: Reply<Body>; entries: number }> {
    const before = await this.#count();
    const answer = await send();
    return { answer, entries: (await this.#count()) - before };
  }

  /** Counts entries without refusals and failed sign-ins, which change nothing. */
  async #count(): Promise<number> {
    const { body } = await this.#server.adminApi<{ data: readonly { action: string }[] }>(
      '/api/cloud/audit?limit=1000',
    );
    return body.data.filter(({ action }) => !action.startsWith('security.')).length;
  }
}

type CreatedMember = { readonly data: { readonly id: string; readonly invite_url?: string } };

async function takeTour(server: TestServer, tour: Tour): Promise<void> {
  const open = (path: string, json: unknown) => () => server.api<CreatedMember>(`/api/cloud${path}`, { json });
  const setup = { token: setupTokenOf(server), email: 'ann@example.com', password: PASSWORD };
  await tour.refuse('post /setup', open('/setup', { ...setup, password: 'short' }));
  await tour.call('post /setup', open('/setup', setup));
  await tour.refuse('post /setup', open('/setup', setup));
  const login = { email: 'ann@example.com', password: PASSWORD };
  await tour.refuse('post /auth/login', open('/auth/login', { ...login, password: 'wrong password' }));
  const signedIn = await tour.call('post /auth/login', open('/auth/login', login));
  const cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const as = (path: string, init: ApiInit) => () =>
    server.api<CreatedMember>(`/api/cloud${path}`, { ...init, headers: { ...init.headers, cookie } });
  const post = (path: string, json: unknown = {}) => as(path, { method: 'POST', json });
  const remove = (path: string) => as(path, { method: 'DELETE' });

  const token = await tour.call('post /tokens', post('/tokens', { name: 'ci' }));
  await tour.refuse('post /tokens', post('/tokens', { name: '' }));
  await tour.call('delete /tokens/{token_id}', remove(`/tokens/${token.body.data.id}`));
  await tour.refuse('delete /tokens/{token_id}', remove(`/tokens/${token.body.data.id}`));
  await tour.call('post /projects', post('/projects', { name: 'Shop', id: 'shop' }));
  await tour.refuse('post /projects', post('/projects', { name: 'Shop', id: 'shop' }));
  const senders: Senders = {
    post,
    remove,
    put: (path, json) => as(path, { method: 'PUT', json }),
    patch: (path, json) => as(path, { method: 'PATCH', json }),
  };
  await tourOfProject(tour, senders);
  await tourOfUsers(server, tour, senders);
  await tourOfTemplates(tour, senders);
  await tourOfMessages(server, tour, senders);
  await tourOfFunctions(tour, senders);
  await tourOfApps(tour, as, senders);
  await tourOfWebhooks(tour, senders);
  await tourOfSchema(tour, senders);
  await tourOfIntegrations(tour, senders);
  const invited = await tour.call(
    'post /projects/{project_id}/members',
    post('/projects/shop/members', { email: 'bob@example.com', role: 'viewer' }),
  );
  const accept = { token: new URL(invited.body.data.invite_url ?? '').searchParams.get('token'), password: PASSWORD };
  const bob = await tour.call<{ data: { account: { id: string } } }>('post /invites/accept', () =>
    server.api('/api/cloud/invites/accept', { json: accept }),
  );
  await tour.refuse('post /invites/accept', open('/invites/accept', accept));
  const path = `/projects/shop/members/${bob.body.data.account.id}`;
  const member = '/projects/{project_id}/members/{member_id}';
  await tour.call(`patch ${member}`, as(path, { method: 'PATCH', json: { role: 'editor' } }));
  await tour.refuse(`patch ${member}`, as(path, { method: 'PATCH', json: { role: 'king' } }));
  await tour.call(`delete ${member}`, remove(path));
  await tour.refuse(`delete ${member}`, remove(path));
  await tour.call('delete /projects/{project_id}', remove('/projects/shop'));
  await tour.refuse('delete /projects/{project_id}', remove('/projects/shop'));
  await tour.call('post /auth/logout', as('/auth/logout', { method: 'POST' }));
}

async function tourOfIntegrations(tour: Tour, { post, put, patch, remove }: Senders): Promise<void> {
  const project = '/projects/{project_id}';
  const email = { provider: 'smtp', from: 'a@example.com', host: '127.0.0.1', port: 25 };
  const one = `${project}/integrations/{kind}`;
  await tour.call(`put ${one}`, put('/projects/shop/integrations/email', email));
  await tour.refuse(`put ${one}`, put('/projects/shop/integrations/email', { ...email, port: 0 }));
  await tour.call(`post ${one}/test`, post('/projects/shop/integrations/email/test'));
  await tour.call(`delete ${one}`, remove('/projects/shop/integrations/email'));
  await tour.refuse(`delete ${one}`, remove('/projects/shop/integrations/email'));
  await tour.call(`patch ${project}/billing`, patch('/projects/shop/billing', { plan: 'pro' }));
  await tour.refuse(`patch ${project}/billing`, patch('/projects/shop/billing', { plan: 'gold' }));
  const entries = `post ${project}/billing/entries`;
  await tour.call(entries, post('/projects/shop/billing/entries', { amount: 5, kind: 'top_up' }));
  await tour.refuse(entries, post('/projects/shop/billing/entries', { amount: 0, kind: 'top_up' }));
  await tour.call('patch /prices', patch('/prices', { email: 3 }));
  await tour.refuse('patch /prices', patch('/prices', { email: -3 }));
}

interface Senders {
  readonly post: (path: string, json?: unknown) => () => Promise<Reply<CreatedMember>>;
  readonly put: (path: string, json: unknown) => () => Promise<Reply<CreatedMember>>;
  readonly patch: (path: string, json: unknown) => () => Promise<Reply<CreatedMember>>;
  readonly remove: (path: string) => () => Promise<Reply<CreatedMember>>;
}

async function tourOfProject(tour: Tour, { post, patch, remove }: Senders): Promise<void> {
  const project = '/projects/{project_id}';
  await tour.call(`patch ${project}`, patch('/projects/shop', { name: 'New' }));
  await tour.refuse(`patch ${project}`, patch('/projects/shop', { name: '' }));
  await tour.call(`patch ${project}/settings`, patch('/projects/shop/settings', { inbox: { enabled: false } }));
  await tour.refuse(`patch ${project}/settings`, patch('/projects/shop/settings', { inbox: { enabled: 1 } }));
  const key = await tour.call(`post ${project}/keys`, post('/projects/shop/keys', { name: 'worker' }));
  await tour.refuse(`post ${project}/keys`, post('/projects/shop/keys', { name: '' }));
  await tour.call(`delete ${project}/keys/{key_id}`, remove(`/projects/shop/keys/${key.body.data.id}`));
  await tour.refuse(`delete ${project}/keys/{key_id}`, remove(`/projects/shop/keys/${key.body.data.id}`));
  await tour.call(`post ${project}/keys/rotate-public`, post('/projects/shop/keys/rotate-public'));

  const table = { name: 'notes', columns: [{ name: 'title', type: 'text' }] };
  await tour.call(`post ${project}/tables`, post('/projects/shop/tables', table));
  await tour.refuse(`post ${project}/tables`, post('/projects/shop/tables', table));
  const one = `${project}/tables/{name}`;
  const path = '/projects/shop/tables/notes';
  await tour.call(`patch ${one}`, patch(path, { add_columns: [{ name: 'done', type: 'boolean' }] }));
  await tour.refuse(`patch ${one}`, patch(path, { drop_columns: ['none'] }));
  await tour.call(`post ${one}/rules/test`, post(`${path}/rules/test`, { action: 'read', as: null }));
  await tour.call(`post ${one}/import`, post(`${path}/import?format=json&mode=insert`, [{ title: 'a' }]));
  await tour.refuse(`post ${one}/import`, post(`${path}/import?format=xml`, [{ title: 'a' }]));
  await tour.call(`delete ${one}`, remove(path));
  await tour.refuse(`delete ${one}`, remove(path));
}

async function changingRoutes(server: TestServer): Promise<string[]> {
  const { body } = await server.api<{ paths: Record<string, object> }>('/api/baas/openapi.json');
  return Object.entries(body.paths)
    .filter(([path]) => path.startsWith('/api/cloud/'))
    .flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method} ${path.replace('/api/cloud', '')}`))
    .filter((route) => !route.startsWith('get ') && !CONTENT.test(route) && !ELSEWHERE.test(route));
}

async function tourOfUsers(server: TestServer, tour: Tour, { post, patch, remove }: Senders): Promise<void> {
  const users = '/projects/{project_id}/users';
  const all = '/projects/shop/users';
  const person = { email: 'cem@example.com', password: PASSWORD };
  const created = await tour.call(`post ${users}`, post(all, person));
  await tour.refuse(`post ${users}`, post(all, person));
  await tour.call(`post ${users}/import`, post(`${all}/import`, { users: [{ email: 'dan@example.com' }] }));
  await tour.refuse(`post ${users}/import`, post(`${all}/import`, { users: [] }));
  const one = `${all}/${created.body.data.id}`;
  await tour.call(`patch ${users}/{user_id}`, patch(one, { role: 'editor' }));
  await tour.refuse(`patch ${users}/{user_id}`, patch(one, { password: PASSWORD }));
  await tour.call(`post ${users}/{user_id}/send-reset`, post(`${one}/send-reset`));
  const passkey = `${users}/{user_id}/passkeys/{passkey_id}`;
  const passkeyId = await makePasskey(server, person);
  await tour.call(`delete ${passkey}`, remove(`${one}/passkeys/${passkeyId}`));
  await tour.refuse(`delete ${passkey}`, remove(`${one}/passkeys/${passkeyId}`));
  await turnFactorOn(server, person);
  await tour.call(`delete ${users}/{user_id}/mfa`, remove(`${one}/mfa`));
  const session = `${users}/{user_id}/sessions/{session_id}`;
  const key = (await server.adminApi<{ data: { public_key: string } }>('/api/cloud/projects/shop')).body.data
    .public_key;
  await server.api('/api/baas/shop/auth/login', { key, json: person });
  const sessions = await server.adminApi<{ data: { id: string }[] }>(`/api/cloud${one}/sessions`);
  await tour.call(`delete ${session}`, remove(`${one}/sessions/${sessions.body.data[0]?.id}`));
  await tour.refuse(`delete ${session}`, remove(`${one}/sessions/${sessions.body.data[0]?.id}`));
  await tour.call(`post ${users}/{user_id}/sign-out`, post(`${one}/sign-out`));
  await tour.call(`delete ${users}/{user_id}`, remove(one));
  for (const [route, send] of [
    [`delete ${users}/{user_id}`, remove(one)],
    [`delete ${users}/{user_id}/mfa`, remove(`${one}/mfa`)],
    [`post ${users}/{user_id}/sign-out`, post(`${one}/sign-out`)],
    [`post ${users}/{user_id}/send-reset`, post(`${one}/send-reset`)],
  ] as const) {
    await tour.refuse(route, send);
  }
}

async function makePasskey(server: TestServer, person: { email: string; password: string }): Promise<string> {
  const shop = '/api/cloud/projects/shop';
  await server.adminApi(`${shop}/settings`, { method: 'PATCH', json: { auth: { passkeys: { enabled: true } } } });
  const key = (await server.adminApi<{ data: { public_key: string } }>(shop)).body.data.public_key;
  const visitor = createVisitor((path, init) => server.api(`/api/baas/shop${path}`, { key, ...init }));
  await visitor.api('/auth/login', { json: person });
  const { reply } = await registerPasskey(passkeyBrowser(visitor), {
    page: `http://shop.localhost:${new URL(server.url).port}`,
  });
  expect(reply.status).toBe(201);
  return reply.body.data.id;
}

async function turnFactorOn(server: TestServer, person: { email: string; password: string }): Promise<void> {
  const project = await server.adminApi<{ data: { public_key: string } }>('/api/cloud/projects/shop');
  const key = project.body.data.public_key;
  const base = '/api/baas/shop/auth';
  const signedIn = await server.api(`${base}/login`, { key, json: person });
  const cookies = signedIn.headers.getSetCookie().map((text) => text.split(';')[0]);
  const init = { key, headers: { cookie: cookies.join('; ') } };
  const enrolled = await server.api<{ data: { secret: string } }>(`${base}/mfa/totp/enroll`, { ...init, json: {} });
  const code = new TOTP({ secret: Secret.fromBase32(enrolled.body.data.secret) }).generate();
  const confirmed = await server.api(`${base}/mfa/totp/verify`, { ...init, json: { code } });
  expect(confirmed.status, confirmed.text).toBe(200);
}

async function tourOfMessages(server: TestServer, tour: Tour, { patch, remove }: Senders): Promise<void> {
  const one = '/projects/{project_id}/messages/{message_id}';
  await tour.call(
    'patch /projects/{project_id}/settings',
    patch('/projects/shop/settings', { inbox: { enabled: true } }),
  );
  const sent = await server.api<CreatedMember>('/api/baas/shop/messages', {
    body: 'body=Hello',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  const path = `/projects/shop/messages/${sent.body.data.id}`;
  await tour.call(`patch ${one}`, patch(path, { status: 'read' }));
  await tour.refuse(`patch ${one}`, patch(path, { status: 'new' }));
  await tour.call(`delete ${one}`, remove(path));
  await tour.refuse(`delete ${one}`, remove(path));
}

async function tourOfFunctions(tour: Tour, { post, put, remove }: Senders): Promise<void> {
  const one = '/projects/{project_id}/functions/{name}';
  const path = '/projects/shop/functions/greet';
  await tour.call(`put ${one}`, put(path, { trigger: 'http', source: 'export default () => 1' }));
  await tour.call(`put ${one}`, put(path, { source: 'export default () => 2' }));
  await tour.refuse(`put ${one}`, put(path, { source: 'export default (' }));
  await tour.call(`post ${one}/rollback`, post(`${path}/rollback`));
  await tour.refuse(`post ${one}/rollback`, post(`${path}/rollback`, { version: 7 }));
  await tour.call(`post ${one}/run`, post(`${path}/run`));
  await tour.refuse(`post ${one}/run`, post(`${path}/run`, { run_id: 'none' }));
  await tourOfJobs(tour, { post, remove }, path);
  await tour.call(`delete ${one}`, remove(path));
  await tour.refuse(`delete ${one}`, remove(path));
  const secret = '/projects/{project_id}/secrets/{name}';
  await tour.call(`put ${secret}`, put('/projects/shop/secrets/TOKEN', { value: 'hush-hush' }));
  await tour.refuse(`put ${secret}`, put('/projects/shop/secrets/token', { value: 'hush-hush' }));
  await tour.call(`delete ${secret}`, remove('/projects/shop/secrets/TOKEN'));
  await tour.refuse(`delete ${secret}`, remove('/projects/shop/secrets/TOKEN'));
}

async function tourOfJobs(tour: Tour, { post, remove }: Pick<Senders, 'post' | 'remove'>, path: string): Promise<void> {
  const later = 'post /projects/{project_id}/functions/{name}/later';
  const job = '/projects/{project_id}/jobs/{job_id}';
  const ordered = await tour.call(later, post(`${path}/later`, { after_s: 3600 }));
  await tour.refuse(later, post(`${path}/later`, { after_s: -1 }));
  const at = `/projects/shop/jobs/${ordered.body.data.id}`;
  await tour.refuse(`post ${job}/retry`, post(`${at}/retry`));
  await tour.call(`delete ${job}`, remove(at));
  await tour.refuse(`delete ${job}`, remove(at));
  await tour.refuse(`post ${job}/run`, post(`${at}/run`));
  await tour.call(`post ${job}/retry`, post(`${at}/retry`));
  const other = await tour.call(later, post(`${path}/later`, { after_s: 3600 }));
  await tour.call(`post ${job}/run`, post(`/projects/shop/jobs/${other.body.data.id}/run`));
  await tour.call('post /projects/{project_id}/jobs/resume', post('/projects/shop/jobs/resume'));
}

async function tourOfApps(
  tour: Tour,
  as: (path: string, init: ApiInit) => () => Promise<Reply<CreatedMember>>,
  { post }: Senders,
): Promise<void> {
  const all = '/projects/{project_id}/deployments';
  const path = '/projects/shop/deployments';
  const headers = { 'content-type': 'application/gzip' };
  const send = (body: Uint8Array) => as(path, { method: 'POST', body, headers });
  const published = await tour.call(`post ${all}`, send(await createArchive({ 'dist/index.html': 'hello' })));
  await tour.refuse(`post ${all}`, send(new Uint8Array(10)));
  await tour.call(`post ${all}/{deployment_id}/rollback`, post(`${path}/${published.body.data.id}/rollback`));
  await tour.refuse(`post ${all}/{deployment_id}/rollback`, post(`${path}/none/rollback`));
}

async function tourOfTemplates(tour: Tour, { post, put, remove }: Senders): Promise<void> {
  const route = '/projects/{project_id}/mail-templates/{kind}';
  const path = '/projects/shop/mail-templates/verify_email';
  await tour.call(`put ${route}`, put(path, { subject: 'Hello' }));
  await tour.refuse(`put ${route}`, put(path, { text: 'no link' }));
  await tour.call(`post ${route}/preview`, post(`${path}/preview`));
  await tour.refuse(`post ${route}/preview`, post(`${path}/preview`, { text: 'no link' }));
  await tour.call(`post ${route}/test`, post(`${path}/test`));
  await tour.refuse(`post ${route}/test`, post(`${path}/test`, { to: 'nobody' }));
  await tour.call(`delete ${route}`, remove(path));
  await tour.refuse(`delete ${route}`, remove('/projects/shop/mail-templates/none'));
}

async function tourOfWebhooks(tour: Tour, { post, patch, remove }: Senders): Promise<void> {
  const route = '/projects/{project_id}/webhooks';
  const all = '/projects/shop/webhooks';
  await post('/projects/shop/tables', { name: 'orders', columns: [{ name: 'title', type: 'text' }] })();
  // This route is called only to be refused: nothing leaves the machine.
  const webhook = { table: 'orders', events: ['insert'], url: 'http://localhost:9/' };
  const created = await tour.call(`post ${route}`, post(all, webhook));
  await tour.refuse(`post ${route}`, post(all, { ...webhook, table: 'none' }));
  const one = `${all}/${created.body.data.id}`;
  const test = await tour.call(`post ${route}/{webhook_id}/test`, post(`${one}/test`));
  const resend = `post ${route}/{webhook_id}/deliveries/{delivery_id}/resend`;
  await tour.call(resend, post(`${one}/deliveries/${test.body.data.id}/resend`));
  await tour.refuse(resend, post(`${one}/deliveries/none/resend`));
  const since = '2026-01-01T00:00:00Z';
  await tour.call(`post ${route}/{webhook_id}/resend-failed`, post(`${one}/resend-failed`, { since }));
  await tour.call(`post ${route}/{webhook_id}/rotate-secret`, post(`${one}/rotate-secret`));
  await tour.refuse(`post ${route}/{webhook_id}/rotate-secret`, post(`${one}/rotate-secret`, { secret: '' }));
  await tour.call(`patch ${route}/{webhook_id}`, patch(one, { enabled: false }));
  await tour.refuse(`patch ${route}/{webhook_id}`, patch(one, { url: 'x' }));
  await tour.refuse(`post ${route}/{webhook_id}/resend-failed`, post(`${one}/resend-failed`, { since }));
  await tour.call(`post ${route}/{webhook_id}/enable`, post(`${one}/enable`));
  await tour.call(`delete ${route}/{webhook_id}`, remove(one));
  await tour.refuse(`post ${route}/{webhook_id}/enable`, post(`${one}/enable`));
  await tour.refuse(`post ${route}/{webhook_id}/test`, post(`${one}/test`));
  await tour.refuse(`delete ${route}/{webhook_id}`, remove(one));
}
