import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browseApp } from '../../../../test/browser.ts';
import { createPostgresDatabase } from '../../../../test/engines/postgres-database.ts';
import { startTestServer, type TestProject, type TestServer } from '../../../../test/index.ts';
import { addPasskey, enablePasskeys, signInWith, startSignIn } from '../../../../test/passkey-flow.ts';

const REFUSED = { status: 401, body: { code: 'invalid_credentials' } };

describe('passkeys in two processes that share a database', () => {
  const cleanUp = new AsyncDisposableStack();
  let one: TestServer;
  let other: TestServer;
  let project: TestProject;
  beforeAll(async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'passkeys-'));
    cleanUp.defer(() => rm(dataDir, { recursive: true, force: true }));
    const { url } = cleanUp.use(await createPostgresDatabase());
    const start = () =>
      startTestServer({ config: { dataDir, mode: 'development', database: { engine: 'postgres', url } } });
    one = cleanUp.use(await start());
    other = cleanUp.use(await start());
    project = await one.createProject({ name: 'Shop' });
    await enablePasskeys(project);
  });
  afterAll(() => cleanUp.disposeAsync());

  async function openUser(email: string) {
    const browser = browseApp(one, project);
    const signedUp = await browser.call('/auth/signup', { email, password: 'correct horse battery' });
    expect(signedUp.status).toBe(201);
    return await addPasskey(browser);
  }

  it('sign in at either process, whichever registered them', async () => {
    const passkey = await openUser('ann@example.com');
    for (const server of [other, one])
      expect(await signInWith(browseApp(server, project), passkey)).toMatchObject({ status: 200 });
  });

  it('accept a challenge from the other process, and only once in both', async () => {
    const passkey = await openUser('ben@example.com');
    const [here, there] = [browseApp(one, project), browseApp(other, project)];
    const { options, challenge_token } = await startSignIn(here);
    const body = { challenge_token, credential: passkey.sign(options) };
    const answers = await Promise.all([
      here.call('/auth/login/passkey', body),
      there.call('/auth/login/passkey', body),
      here.call('/auth/login/passkey', body),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
    expect(await there.call('/auth/login/passkey', body)).toMatchObject(REFUSED);
  });

  it('refuse a counter that the other process has already seen', async () => {
    const passkey = await openUser('cara@example.com');
    expect(await signInWith(browseApp(other, project), passkey, { counter: 40 })).toMatchObject({ status: 200 });
    expect(await signInWith(browseApp(one, project), passkey, { counter: 40 })).toMatchObject(REFUSED);
  });
});
