import { expect, test } from 'vitest';
import { startTestServer, type TestProject, type TestServer } from '../../../test/index.ts';
import { passkeyBrowser, signInWith } from '../../../test/passkey-flow.ts';
import { visit } from '../../../test/published-app.ts';
import { createVisitor, USER_PASSWORD } from '../../../test/visitor.ts';
import { backUp, fillProject, restore, sha256, totpCode, type WholeProject } from '../../../test/whole-project.ts';

const PASSPHRASE = 'correct horse – battery';

test('a project moves from SQLite to a PostgreSQL server and back to SQLite without loss', async () => {
  await using sqlite = await startTestServer({ engine: 'sqlite' });
  await using postgres = await startTestServer({ engine: 'postgres' });
  const source = await sqlite.createProject();
  const whole = await fillProject(sqlite, source);
  const archive = await backUp(sqlite, source, { passphrase: PASSPHRASE });
  const there = await postgres.createProject();
  await expectRestored(postgres, there, archive, whole);
  // The second archive equals the first, except for the project's own identity.
  const again = await backUp(postgres, there, { passphrase: PASSPHRASE });
  expect(partHashes(again)).toEqual(partHashes(archive));
  const back = await sqlite.createProject();
  await expectRestored(sqlite, back, again, whole);
  for (const [server, target] of [
    [postgres, there],
    [sqlite, back],
  ] as const) {
    await expectSameContents(source, target);
    await expectSignIn(target, whole);
    await expectFilesAndApp(server, target, whole);
  }
}, 120_000);

async function expectRestored(
  server: TestServer,
  target: TestProject,
  archive: Buffer,
  { bytes }: WholeProject,
): Promise<void> {
  const restored = await restore(server, target, archive, { passphrase: PASSPHRASE });
  expect(restored).toMatchObject({ status: 200, body: { data: { state: 'done', left_out: [], error: null } } });
  expect(restored.body.data.counts).toEqual({
    tables: 4,
    rows: 3,
    users: 1,
    files: 1,
    file_bytes: bytes.byteLength,
    functions: 3,
    secrets: 7,
    webhooks: 1,
    messages: 1,
    deployments: 2,
  });
}

/** Compares both projects through the API. */
async function expectSameContents(source: TestProject, target: TestProject): Promise<void> {
  for (const path of ['/data/teams', '/data/people']) {
    const [was, is] = await Promise.all([source.secretApi(path), target.secretApi(path)]);
    expect(is.body, path).toEqual(was.body);
  }
  for (const path of [
    '/tables',
    '/tables/teams',
    '/users',
    '/webhooks',
    '/messages',
    '/settings',
    '/secrets',
    '/integrations/ai',
  ]) {
    const [was, is] = await Promise.all([source.cloudApi<object>(path), target.cloudApi<object>(path)]);
    expect(comparable(path, is.body), path).toEqual(comparable(path, was.body));
  }
  const functions = await target.cloudApi<{ data: { name: string; next_run_at: string | null }[] }>('/functions');
  const before = await source.cloudApi<{ data: { name: string }[] }>('/functions');
  expect(functions.body.data.map(({ name }) => name)).toEqual(before.body.data.map(({ name }) => name));
  expect(functions.body.data.find(({ name }) => name === 'nightly')?.next_run_at).toMatch(/T03:00:00.000Z$/);
}

/** Removes the times of the last change: restored tables get new ones, secrets keep theirs. */
function comparable(path: string, body: object): unknown {
  if (path === '/secrets') return body;
  return JSON.parse(JSON.stringify(body, (key, value) => (key === 'updated_at' ? undefined : value)));
}

async function expectSignIn(
  target: TestProject,
  { email, userId, totpSecret, recoveryCode, passkey }: WholeProject,
): Promise<void> {
  const visitor = createVisitor(target.api);
  const login = async () =>
    await visitor.api<{ data: { mfa_token: string } }>('/auth/login', { json: { email, password: USER_PASSWORD } });
  const first = await login();
  expect(first.body, first.text).toMatchObject({ data: { mfa_required: true } });
  const withCode = await visitor.api('/auth/mfa/challenge', {
    json: { mfa_token: first.body.data.mfa_token, code: totpCode(totpSecret, 1) },
  });
  expect(withCode, withCode.text).toMatchObject({ status: 200, body: { data: { user: { id: userId } } } });
  const second = await login();
  const withRecovery = await visitor.api('/auth/mfa/challenge', {
    json: { mfa_token: second.body.data.mfa_token, code: recoveryCode },
  });
  expect(withRecovery.status, withRecovery.text).toBe(200);
  const withPasskey = await signInWith(passkeyBrowser(createVisitor(target.api)), passkey);
  expect(withPasskey).toMatchObject({ status: 200, body: { data: { user: { id: userId } } } });
}

async function expectFilesAndApp(
  server: TestServer,
  target: TestProject,
  { fileId, bytes }: WholeProject,
): Promise<void> {
  const file = await fetch(`${server.url}/api/baas/${target.id}/storage/files/${fileId}/download`);
  expect(sha256(new Uint8Array(await file.arrayBuffer()))).toBe(sha256(bytes));
  expect((await visit(server, target, '/')).text).toContain('Two');
  const greeted = await target.secretApi('/functions/greet/invoke', { json: {} });
  expect(greeted.body, greeted.text).toMatchObject({ data: { token: 'a secret value', from: 'v2' } });
  const deployments = await target.cloudApi<{ data: { id: string }[] }>('/deployments');
  const oldest = deployments.body.data.at(-1)?.id;
  expect((await target.cloudApi(`/deployments/${oldest}/rollback`, { json: {} })).status).toBe(200);
  expect((await visit(server, target, '/')).text).toContain('One');
  await target.cloudApi(`/deployments/${deployments.body.data[0]?.id}/rollback`, { json: {} });
}

/** The parts of an archive that are equal on every machine: without the seal and the time of the restore. */
function partHashes(archive: Buffer): Record<string, string> {
  const size = Number.parseInt(archive.toString('latin1', 124, 135), 8);
  const manifest = JSON.parse(archive.toString('utf8', 512, 512 + size)) as {
    parts: { name: string; sha256: string }[];
  };
  const same = manifest.parts.filter(({ name }) => /^(rows|messages|files|webhooks)\//.test(name));
  return Object.fromEntries(same.map(({ name, sha256: hash }) => [name, hash]));
}
