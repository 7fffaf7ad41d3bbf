import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tourAccounts } from './harness/accounts-tour.ts';
import { type ApiAnswer, type ApiClient, at, createApiClient, textAt } from './harness/api-client.ts';
import { tourApps } from './harness/apps-tour.ts';
import { Description } from './harness/description.ts';
import { tourFiles } from './harness/files-tour.ts';
import { tourFunctions } from './harness/functions-tour.ts';
import { tourInbox } from './harness/inbox-tour.ts';
import { tourKeeping } from './harness/keeping-tour.ts';
import { tourMembers } from './harness/members-tour.ts';
import { tourOperators } from './harness/operators-tour.ts';
import { tourPrograms } from './harness/programs-tour.ts';
import { ADMIN_TOKEN, type ServiceProcess, startService } from './harness/service-process.ts';
import { tourWebhooks } from './harness/webhooks-tour.ts';

const MISSING = '0199aaaa-bbbb-7ccc-8ddd-eeeeeeeeeeee';
const OPEN = { read: 'public', create: 'public', update: 'public', delete: 'public' };
const NOTES = {
  name: 'notes',
  columns: [
    { name: 'title', type: 'text', required: true },
    { name: 'rank', type: 'integer', indexed: true },
    { name: 'kind', type: 'text', enum: ['a', 'b'] },
    { name: 'email', type: 'text', unique: true },
    { name: 'parent', type: 'reference', table: 'notes', on_delete: 'set_null' },
    { name: 'extra', type: 'json' },
    { name: 'inside', type: 'text', hidden: true },
  ],
  rules: { ...OPEN, update: { level: 'public', where: 'kind:neq:b' } },
};

let service: ServiceProcess;
let description: Description;
beforeAll(async () => {
  service = await startService({ env: { SERVICE_MODE: 'development' } });
  description = new Description((await createApiClient(service.url, undefined).get('/api/baas/openapi.json')).body);
});
afterAll(() => service.stop());

describe('the description of the service', () => {
  test('is an OpenAPI 3.1 document whose every schema compiles, with operation ids that are used once', () => {
    description.compileAll();
    const ids = description.operations.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBeGreaterThan(30);
    for (const { path, document } of description.operations) {
      const declared = JSON.stringify(at(document, 'parameters'));
      for (const [, name] of path.matchAll(/\{(\w+)\}/g)) expect(declared, path).toContain(`"name":"${name}"`);
    }
  });

  test('matches every answer of a tour of every operation, including refusals', async () => {
    const tour = new Tour(service, description);
    await tour.operators();
    const projectKey = await tour.projects();
    await tour.tables();
    await tour.rows(projectKey);
    await tour.members();
    await tour.accounts(projectKey);
    await tour.functions(projectKey);
    await tour.files(projectKey);
    await tour.inbox(projectKey);
    await tour.webhooks();
    await tour.apps();
    await tour.mcp();
    await tour.keeping(projectKey);
    await tour.leave();
    expect(description.problems).toEqual([]);
    // Operations that need a DNS server (`projects/domains.test.ts`), a change of a table that takes long
    // (`tables/changes/build-aside.test.ts`), a payment provider
    // (`payments/manage/manage.test.ts`), an archive (`e2e/archive.test.ts`), an empty installation
    // (`cli/src/commands/instance/instance.test.ts`) or a second database (`databases/databases.test.ts`).
    expect(description.unvisited).toEqual([
      'checkServedDomain',
      'verifyDomain',
      'cancelTableChange',
      'listPaymentPrices',
      'reconcilePayments',
      'getRestoreMoments',
      'restoreInstance',
      'addDatabase',
      'changeDatabase',
      'deleteDatabase',
      'moveProject',
      'getMove',
    ]);
  }, 120_000);

  test('reports an answer that differs from it', () => {
    const JSON_HEADERS = new Headers({ 'content-type': 'application/json' });
    const strict = new Description(structuredClone(description.document));
    const answer = (status: number, body: unknown): ApiAnswer => ({
      status,
      headers: JSON_HEADERS,
      text: '',
      bytes: new Uint8Array(),
      body,
    });
    strict.witness('GET', new URL('http://x/api/cloud/projects'), answer(200, { data: [{ id: 5 }], count: 'one' }));
    strict.witness(
      'GET',
      new URL('http://x/api/cloud/projects'),
      answer(401, { error: 'No.', code: 'x', sql: 'SELECT' }),
    );
    strict.witness('GET', new URL('http://x/api/cloud/secret-door'), answer(200, {}));
    expect(strict.problems).toHaveLength(3);
  });

  test('counts a redirect as a visit only where no other success is described', () => {
    const strict = new Description(structuredClone(description.document));
    const redirect: ApiAnswer = { status: 302, headers: new Headers(), text: '', bytes: new Uint8Array(), body: '' };
    const paths = ['/api/baas/a/storage/files/1/download', '/api/baas/a/auth/oauth/google'];
    for (const path of paths) strict.witness('GET', new URL(path, 'http://x'), redirect);
    const visited = strict.operations.filter(({ id }) => !strict.unvisited.includes(id));
    expect(visited.map(({ path }) => path)).toEqual(['/api/baas/{project_id}/auth/oauth/{provider}']);
  });
});

describe("a project's own description", () => {
  test('names its tables as the caller sees them, and matches the rows', async () => {
    const cloud = createApiClient(`${service.url}/api/cloud`, ADMIN_TOKEN);
    const project = await cloud.post('/projects', { name: 'Described', id: 'described' });
    await cloud.post('/projects/described/tables', NOTES);
    const base = `${service.url}/api/baas/described`;
    for (const key of [textAt(project.body, 'data', 'public_key'), ADMIN_TOKEN]) {
      const document = await createApiClient(base, key).get('/openapi.json');
      const own = new Description(document.body);
      own.compileAll();
      for (const { name, hidden } of NOTES.columns) {
        if (hidden === true && key !== ADMIN_TOKEN) expect(document.text).not.toContain(`"${name}"`);
        else expect(document.text).toContain(`"${name}"`);
      }
      const api = createApiClient(base, key, own.witness);
      const made = await api.post('/data/notes', { title: 'one', rank: 1, extra: { deep: [null, 1, 'x'] } });
      await api.get(`/data/notes/${textAt(made.body, 'data', 'id')}`);
      await api.get('/data/notes');
      await api.patch(`/data/notes/${textAt(made.body, 'data', 'id')}`, { kind: 'a' });
      await api.post('/data/notes', { title: 5 });
      await api.delete('/data/notes?filter=title:eq:one');
      expect(own.problems).toEqual([]);
    }
    const forMembers = await cloud.get('/projects/described/openapi.json');
    expect(forMembers.text).toContain('"inside"');
  });
});

/** Calls every operation successfully, and many with a failure. */
class Tour {
  readonly #url: string;
  readonly #description: Description;
  readonly #output: string;
  readonly #cloud: ApiClient;

  constructor({ url, output }: ServiceProcess, description: Description) {
    this.#url = url;
    this.#description = description;
    this.#output = output();
    this.#cloud = this.#client('/api/cloud', ADMIN_TOKEN);
  }

  #client(path: string, key: string | undefined): ApiClient {
    return createApiClient(this.#url + path, key, this.#description.witness);
  }

  async operators(): Promise<void> {
    const open = this.#client('/api/cloud', undefined);
    await this.#client('', undefined).get('/health');
    await this.#client('', undefined).get('/metrics');
    await this.#client('', ADMIN_TOKEN).get('/metrics');
    await this.#client('', undefined).get('/api/baas/openapi.json');
    const token = /\/console\/setup\?token=(\S+)/.exec(this.#output)?.[1];
    await open.post('/setup', { token: 'wrong', email: 'x', password: 'y' });
    await open.post('/setup', { token, email: 'owner@example.com', password: 'correct horse battery' });
    await open.post('/auth/login', { email: 'owner@example.com', password: 'wrong password' });
    const session = await open.post('/auth/login', { email: 'owner@example.com', password: 'correct horse battery' });
    const cookie = session.headers
      .getSetCookie()
      .map((text) => text.split(';')[0])
      .join('; ');
    const headers = { cookie };
    await open.call('GET', '/auth/me', { headers });
    const made = await open.call('POST', '/tokens', { headers, body: { name: 'laptop' } });
    await open.call('GET', '/tokens', { headers });
    const personal = this.#client('/api/cloud', textAt(made.body, 'data', 'token'));
    await personal.get('/auth/me');
    await personal.get('/projects?limit=5&offset=0');
    await personal.get('/projects?limit=5000');
    await open.call('DELETE', `/tokens/${textAt(made.body, 'data', 'id')}`, { headers });
    await personal.get('/projects');
    await open.call('POST', '/auth/logout', { headers });
    await open.call('GET', '/auth/me', { headers });
    await tourOperators({ cloud: this.#cloud, open });
  }

  async projects(): Promise<string> {
    const cloud = this.#cloud;
    const made = await cloud.post('/projects', { name: 'Tour', id: 'tour' });
    await cloud.post('/projects', { name: 'Tour', id: 'tour' });
    await cloud.post('/projects', { name: 5 });
    await cloud.get('/projects/tour');
    await cloud.get('/projects/nowhere');
    await cloud.patch('/projects/tour', { allowed_origins: ['https://tour.example'] });
    const key = await cloud.post('/projects/tour/keys', { name: 'tour' });
    await cloud.get('/projects/tour/keys');
    await cloud.delete(`/projects/tour/keys/${textAt(key.body, 'data', 'id')}`);
    await cloud.post('/projects/tour/keys/rotate-public', {});
    await cloud.get('/projects/tour/settings');
    await cloud.patch('/projects/tour/settings', { inbox: { enabled: false } });
    const member = await cloud.post('/projects/tour/members', { email: 'guest@example.com', role: 'viewer' });
    const id = textAt(member.body, 'data', 'id');
    await cloud.patch(`/projects/tour/members/${id}`, { role: 'editor' });
    const token = new URL(textAt(member.body, 'data', 'invite_url')).searchParams.get('token');
    await this.#client('/api/cloud', undefined).post('/invites/accept', { token, password: 'another long password' });
    const members = await cloud.get('/projects/tour/members');
    await cloud.get(`/projects/tour/members/${textAt(members.body, 'data', 0, 'id')}/removal`);
    await cloud.delete(`/projects/tour/members/${textAt(members.body, 'data', 0, 'id')}`);
    await cloud.get('/projects/tour/audit');
    await cloud.get('/audit');
    expect(made.status).toBe(201);
    return textAt((await cloud.get('/projects/tour')).body, 'data', 'public_key');
  }

  async tables(): Promise<void> {
    const cloud = this.#cloud;
    await cloud.post('/projects/tour/tables', NOTES);
    await cloud.post('/projects/tour/tables', { name: 'wrong', columns: [{ name: 'x', type: 'y' }] });
    await cloud.get('/projects/tour/tables');
    await cloud.get('/projects/tour/tables/notes');
    await cloud.get('/projects/tour/tables/nothing');
    await cloud.patch('/projects/tour/tables/notes', { add_columns: [{ name: 'more', type: 'date' }] });
    await cloud.patch('/projects/tour/tables/notes', { drop_columns: ['kind'] });
    await cloud.post('/projects/tour/tables/notes/rules/test', { action: 'read', as: null });
    const body = 'title,rank\r\none,1\r\ntwo,x\r\n';
    const headers = { 'content-type': 'text/csv' };
    await cloud.call('POST', '/projects/tour/tables/notes/import?format=csv&mode=insert', { headers, body });
    await cloud.call('POST', '/projects/tour/tables/notes/import?format=xml&mode=insert', { headers, body });
    await cloud.get('/projects/tour/openapi.json');
    await cloud.get('/projects/tour/types.ts');
  }

  async rows(key: string): Promise<void> {
    const anyone = this.#client('/api/baas/tour', key);
    const made = await anyone.post('/data/notes', { title: 'one', email: 'one@example.com' });
    await anyone.post('/data/notes', [{ title: 'two' }, { title: 'three' }]);
    await anyone.post('/data/notes?return=minimal', { title: 'four' });
    await anyone.post('/data/notes?on_conflict=email', { title: 'five', email: 'one@example.com' });
    await anyone.post('/data/notes', { title: 5, rank: 'x' });
    await anyone.post('/data/notes', { title: 'again', email: 'one@example.com' });
    const path = `/data/notes/${textAt(made.body, 'data', 'id')}`;
    await anyone.get(path);
    await anyone.get(`/data/notes/${MISSING}`);
    await anyone.get('/openapi.json');
    await anyone.get('/schema');
    await anyone.get('/data/notes?filter=rank:gte:1&order=rank:desc&limit=2&select=id,title');
    await anyone.get('/data/notes?count=none');
    await anyone.get('/data/notes?filter=x');
    await anyone.get('/data/notes/export?format=csv');
    await anyone.get('/data/notes/export?format=json');
    await anyone.get('/data/notes/export');
    await anyone.post('/data/notes/aggregate', {
      aggregates: [{ op: 'count' }, { op: 'avg', field: 'rank' }],
      group_by: ['kind', 'created_at:month'],
    });
    await anyone.post('/data/notes/aggregate', { op: 'sum' });
    await anyone.post('/data/notes/batch', { atomic: false, items: [{ title: 'six' }, { op: 'delete', id: MISSING }] });
    await anyone.post('/data/notes/batch', [{ title: 7 }]);
    await anyone.patch(path, { rank: 5 });
    await anyone.call('PATCH', '/data/notes?filter=rank:eq:5', { body: { rank: 6 } });
    await anyone.call('PATCH', '/data/notes?filter=rank:eq:6&return=minimal', { body: { rank: 7 } });
    await anyone.delete(path);
    await anyone.delete('/data/notes?filter=title:eq:two');
    await anyone.delete('/data/notes');
    await this.#client('/api/baas/tour', undefined).get('/data/notes');
  }

  async accounts(key: string): Promise<void> {
    await tourAccounts({ cloud: this.#cloud, projectId: 'tour', anyone: this.#client('/api/baas/tour', key) });
  }

  async inbox(key: string): Promise<void> {
    await tourInbox({ cloud: this.#cloud, projectId: 'tour', anyone: this.#client('/api/baas/tour', key) });
  }

  async files(key: string): Promise<void> {
    const base = '/api/baas/tour';
    const clients = { anyone: this.#client(base, key), secret: this.#client(base, ADMIN_TOKEN) };
    await tourFiles({ cloud: this.#cloud, projectId: 'tour', ...clients });
  }

  async functions(key: string): Promise<void> {
    await tourFunctions({
      cloud: this.#cloud,
      projectId: 'tour',
      anyone: this.#client('/api/baas/tour', key),
      owner: this.#client('/api/baas/tour', ADMIN_TOKEN),
    });
  }

  async webhooks(): Promise<void> {
    await tourWebhooks({ cloud: this.#cloud, projectId: 'tour', table: 'notes' });
  }

  async members(): Promise<void> {
    await tourMembers(this.#cloud, 'tour');
  }

  async keeping(key: string): Promise<void> {
    await tourKeeping({ cloud: this.#cloud, projectId: 'tour', anyone: this.#client('/api/baas/tour', key) });
  }

  async apps(): Promise<void> {
    await tourApps(this.#cloud, 'tour');
  }

  async mcp(): Promise<void> {
    const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' });
    await this.#client('', ADMIN_TOKEN).call('POST', '/mcp?project=tour', { headers, body });
    await this.#client('', undefined).call('POST', '/mcp?project=tour', { headers, body });
    await this.#client('', ADMIN_TOKEN).call('POST', '/mcp?project=tour&mode=all', { headers, body });
    const root = this.#client('', undefined);
    await tourPrograms({ cloud: this.#cloud, open: this.#client('/api/cloud', undefined), root, address: this.#url });
  }

  async leave(): Promise<void> {
    await this.#cloud.delete('/projects/tour/tables/notes');
    await this.#cloud.delete('/projects/tour');
    await this.#client('/api/baas/tour', ADMIN_TOKEN).get('/data/notes');
  }
}
