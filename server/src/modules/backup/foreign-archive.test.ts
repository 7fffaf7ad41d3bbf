import { expect, test } from 'vitest';
import { deploy } from '../../../test/functions.ts';
import { ENGINES, startTestServer, type TestProject, type TestServer } from '../../../test/index.ts';
import { createMember, createOwner, type TestOperator } from '../../../test/operators.ts';
import { backUp } from '../../../test/whole-project.ts';

const PASSPHRASE = 'correct horse battery staple';
const SECRET = 'the secret of the victim';

interface RestoredProject {
  readonly code?: string;
  readonly data: {
    readonly state: string;
    readonly left_out: readonly { readonly kind: string; readonly name: string }[];
  };
}

async function withSecret(server: TestServer): Promise<TestProject> {
  const project = await server.createProject();
  await project.cloudApi('/secrets/TOKEN', { method: 'PUT', json: { value: SECRET } });
  await deploy(project, 'tell', 'export default async (ctx) => ({ token: ctx.secrets.TOKEN ?? null })');
  return project;
}

/** Restores into a new project of the operator, as the console does. */
async function restoreAs(
  operator: TestOperator,
  archive: Buffer,
  { id, query = '', passphrase }: { readonly id: string; readonly query?: string; readonly passphrase?: string },
) {
  await operator.api('/projects', { json: { name: id, id } });
  return await operator.api<RestoredProject>(`/projects/${id}/restore${query}`, {
    method: 'POST',
    body: new Uint8Array(archive),
    headers: {
      'content-type': 'application/x-tar',
      ...(passphrase && { 'x-archive-passphrase': Buffer.from(passphrase).toString('base64') }),
    },
  });
}

async function secretsOf(operator: TestOperator, id: string): Promise<readonly string[]> {
  const { body } = await operator.api<{ data: { name: string }[] }>(`/projects/${id}/secrets`);
  return body.data.map(({ name }) => name);
}

async function strangerOn(server: TestServer): Promise<TestOperator> {
  return await createMember(server, await server.createProject(), 'viewer', 'mallory@example.com');
}

test.each(ENGINES)(
  'on %s a leaked archive reveals its secrets only to administrators of its project',
  async (engine) => {
    await using server = await startTestServer({ engine });
    const victim = await withSecret(server);
    const archive = await backUp(server, victim);
    const stranger = await strangerOn(server);
    const plan = await restoreAs(stranger, archive, { id: 'stolen-copy', query: '?dry_run=true' });
    expect(plan, plan.text).toMatchObject({
      status: 200,
      body: { data: { left_out: expect.arrayContaining([expect.objectContaining({ kind: 'secrets', name: '*' })]) } },
    });
    const restored = await restoreAs(stranger, archive, { id: 'stolen-copy' });
    expect(restored, restored.text).toMatchObject({
      status: 200,
      body: {
        data: {
          state: 'done',
          left_out: expect.arrayContaining([
            expect.objectContaining({ kind: 'secrets', name: '*' }),
            expect.objectContaining({ kind: 'secret', name: 'TOKEN' }),
          ]),
        },
      },
    });
    expect(await secretsOf(stranger, 'stolen-copy')).toEqual([]);
    const answer = await stranger.api<{ data: unknown }>('/projects/stolen-copy/functions/tell/run', { json: {} });
    expect(answer.text).not.toContain(SECRET);
  },
  60_000,
);

test('owners and admins of the project, and instance operators, restore its secrets into another project', async () => {
  await using server = await startTestServer();
  const operator = await createOwner(server);
  const project = await withSecret(server);
  const archive = await backUp(server, project);
  const admin = await createMember(server, project, 'admin');
  const editor = await createMember(server, project, 'editor');
  expect((await restoreAs(admin, archive, { id: 'admins-copy' })).body.data.left_out).toEqual([]);
  expect(await secretsOf(admin, 'admins-copy')).toEqual(['TOKEN']);
  expect((await restoreAs(operator, archive, { id: 'operators-copy' })).body.data.left_out).toEqual([]);
  await restoreAs(editor, archive, { id: 'editors-copy' });
  expect(await secretsOf(editor, 'editors-copy')).toEqual([]);
});

test('an archive with a passphrase opens only with it, even for instance operators', async () => {
  await using server = await startTestServer();
  const operator = await createOwner(server);
  const project = await withSecret(server);
  const archive = await backUp(server, project, { passphrase: PASSPHRASE });
  const stranger = await strangerOn(server);
  for (const [who, id] of [
    [operator, 'first-copy'],
    [stranger, 'second-copy'],
  ] as const) {
    expect(await restoreAs(who, archive, { id })).toMatchObject({ status: 400, body: { code: 'passphrase_required' } });
    const wrong = await restoreAs(who, archive, { id, passphrase: 'not the right passphrase' });
    expect(wrong).toMatchObject({ status: 400, body: { code: 'wrong_passphrase' } });
    const opened = await restoreAs(who, archive, { id, passphrase: PASSPHRASE });
    expect(opened.body.data.left_out, opened.text).toEqual([]);
    expect(await secretsOf(who, id)).toEqual(['TOKEN']);
  }
});

test('only the owner of a deleted project may take its id again and restore its secrets', async () => {
  await using server = await startTestServer();
  const shared = await server.createProject();
  const owner = await createMember(server, shared, 'viewer', 'ann@example.com');
  const stranger = await createMember(server, shared, 'viewer', 'mallory@example.com');
  await owner.api('/projects', { json: { name: 'Shop', id: 'ann-shop' } });
  await owner.api('/projects/ann-shop/secrets/TOKEN', { method: 'PUT', json: { value: SECRET } });
  const fetched = await fetch(`${server.url}/api/cloud/projects/ann-shop/backup`, {
    headers: { cookie: owner.cookie },
  });
  const archive = Buffer.from(await fetched.arrayBuffer());
  expect((await owner.api('/projects/ann-shop', { method: 'DELETE' })).status).toBe(200);
  expect(await stranger.api('/projects', { json: { name: 'Shop', id: 'ann-shop' } })).toMatchObject({
    status: 409,
    body: { code: 'duplicate' },
  });
  const derived = await stranger.api<{ data: { id: string } }>('/projects', { json: { name: 'Ann Shop' } });
  expect(derived.body.data.id).toMatch(/^ann-shop-\w{5}$/);
  await restoreAs(stranger, archive, { id: 'mallory-shop' });
  expect(await secretsOf(stranger, 'mallory-shop')).toEqual([]);
  expect((await restoreAs(owner, archive, { id: 'ann-shop' })).body.data.left_out).toEqual([]);
  expect(await secretsOf(owner, 'ann-shop')).toEqual(['TOKEN']);
});
