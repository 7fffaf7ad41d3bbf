import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createTestClock,
  ENGINES,
  signUp,
  startTestServer,
  type TestClock,
  type TestProject,
  type TestServer,
} from '../../../../test/index.ts';
import { type UploadedFile, uploadFile } from '../../../../test/upload.ts';

const MINUTE_MS = 60_000;
const WORDS = 'the bytes of a file';
const VISIBILITIES = ['public', 'authenticated', 'owner', 'linked', 'private'] as const;
type Visibility = (typeof VISIBILITIES)[number];

interface Failure {
  readonly code: string;
}

/** Credentials of requests, one per kind of caller. */
type Asker =
  | 'nobody'
  | 'public key'
  | 'secret key'
  | 'owner with key'
  | 'other with key'
  | 'owner by img'
  | 'other by img'
  | 'owner from elsewhere';

/** Callers that get the bytes. Written by hand as an independent oracle, not derived from the code. */
const OPEN_TO: Readonly<Record<Visibility, readonly Asker[]>> = {
  public: [
    'nobody',
    'public key',
    'secret key',
    'owner with key',
    'other with key',
    'owner by img',
    'other by img',
    'owner from elsewhere',
  ],
  authenticated: ['secret key', 'owner with key', 'other with key', 'owner by img', 'other by img'],
  owner: ['secret key', 'owner with key', 'owner by img'],
  // No row here refers to it.
  linked: ['secret key', 'owner with key', 'owner by img'],
  private: ['secret key'],
};

describe.each(ENGINES)('access to the bytes of a file on %s', (engine) => {
  let clock: TestClock;
  let server: TestServer;
  let project: TestProject;
  let owner: Awaited<ReturnType<typeof signUp>>;
  let other: Awaited<ReturnType<typeof signUp>>;
  const files = {} as Record<Visibility, UploadedFile>;

  beforeAll(async () => {
    clock = createTestClock(Date.now());
    server = await startTestServer({ engine, clock, config: { mode: 'development' } });
    project = await server.createProject();
    owner = await signUp(project.api);
    other = await signUp(project.api);
    for (const visibility of VISIBILITIES) {
      files[visibility] = await uploadFile(owner.api, { name: 'words.txt', bytes: WORDS, visibility });
    }
  });
  afterAll(() => server?.close());

  const urlOf = ({ id }: { id: string }, search = '', projectId = project.id): string =>
    `${server.url}/api/baas/${projectId}/storage/files/${id}/download${search}`;

  const cookieOf = ({ cookies }: { cookies: ReadonlyMap<string, string> }): string =>
    Array.from(cookies, ([name, value]) => `${name}=${value}`).join('; ');

  const headersOf = (asker: Asker): Record<string, string> => {
    const key = { authorization: `Bearer ${project.publicKey}` };
    const cookie = cookieOf(asker.startsWith('other') ? other : owner);
    switch (asker) {
      case 'nobody':
        return {};
      case 'public key':
        return key;
      case 'secret key':
        return { authorization: `Bearer ${project.secretKey}` };
      case 'owner with key':
      case 'other with key':
        return { ...key, cookie };
      case 'owner by img':
      case 'other by img':
        return { cookie, 'sec-fetch-site': 'same-origin' };
      case 'owner from elsewhere':
        return { cookie, 'sec-fetch-site': 'cross-site' };
    }
  };

  const notFound = async (answer: Response): Promise<void> => {
    expect(answer.status).toBe(404);
    expect(((await answer.json()) as Failure).code).toBe('file_not_found');
  };

  const gives = async (answer: Response): Promise<Headers> => {
    expect([answer.status, await answer.text()]).toEqual([200, WORDS]);
    return answer.headers;
  };

  const linkTo = async (file: UploadedFile, seconds = 60): Promise<string> => {
    const reply = await project.secretApi<{ data: { url: string } }>(`/storage/files/${file.id}/sign`, {
      json: { expires_in: seconds },
    });
    expect(reply.status).toBe(200);
    return new URL(reply.body.data.url).search;
  };

  const cases = VISIBILITIES.flatMap((visibility) =>
    OPEN_TO.public.map((asker) => [visibility, asker, OPEN_TO[visibility].includes(asker)] as const),
  );
  test.each(cases)('%s, %s: %s', async (visibility, asker, isGiven) => {
    for (const method of ['GET', 'HEAD']) {
      const answer = await fetch(urlOf(files[visibility]), { method, headers: headersOf(asker) });
      expect(answer.status).toBe(isGiven ? 200 : 404);
      expect(await answer.text()).toMatch(method === 'HEAD' ? '' : isGiven ? WORDS : '"code":"file_not_found"');
    }
  });

  test('only public files may be stored in shared caches and shown on other sites', async () => {
    const headers = headersOf('secret key');
    const open = await gives(await fetch(urlOf(files.public), { headers }));
    expect(open.get('cache-control')).toBe('public, no-cache');
    expect(open.get('cross-origin-resource-policy')).toBe('cross-origin');
    const closed = await gives(await fetch(urlOf(files.authenticated), { headers }));
    expect(closed.get('cache-control')).toBe('private, no-store');
    expect(closed.get('cross-origin-resource-policy')).toBe('same-site');
  });

  test.each(['same-origin', 'same-site', 'none'])(
    'a session without a key counts with Sec-Fetch-Site: %s',
    async (site) => {
      const headers = { cookie: cookieOf(owner), 'sec-fetch-site': site };
      await gives(await fetch(urlOf(files.owner), { headers }));
    },
  );

  test.each([undefined, 'cross-site', '', 'SAME-ORIGIN', 'same-origin, cross-site'])(
    'a session without a key does not count with %j',
    async (site) => {
      const headers = { cookie: cookieOf(owner), ...(site !== undefined && { 'sec-fetch-site': site }) };
      await notFound(await fetch(urlOf(files.owner), { headers }));
    },
  );

  test('a wrong key is refused, even for public files', async () => {
    const answer = await fetch(urlOf(files.public), { headers: { authorization: 'Bearer pk_wrong' } });
    expect([answer.status, ((await answer.json()) as Failure).code]).toEqual([401, 'invalid_key']);
  });

  test('a session of another project gives no access', async () => {
    const elsewhere = await server.createProject();
    const stranger = await signUp(elsewhere.api);
    const cookie = `${project.id}_session=${stranger.cookies.get(`${elsewhere.id}_session`)}`;
    await notFound(await fetch(urlOf(files.authenticated), { headers: { cookie, 'sec-fetch-site': 'same-origin' } }));
    await notFound(await fetch(urlOf(files.public, '', elsewhere.id)));
  });

  test('a session that needs a refresh blocks only files that require a session, never public files or links', async () => {
    const link = await linkTo(files.private, 3600);
    const late = await signUp(project.api);
    clock.advance(16 * MINUTE_MS);
    const headers = { cookie: cookieOf(late), 'sec-fetch-site': 'same-origin' };
    await gives(await fetch(urlOf(files.public), { headers }));
    await gives(await fetch(urlOf(files.private, link), { headers }));
    for (const id of [files.authenticated.id, files.private.id, '0199aaaa-bbbb-7ccc-8ddd-eeeeeeeeeeee']) {
      const answer = await fetch(urlOf({ id }), { headers });
      expect([answer.status, ((await answer.json()) as Failure).code]).toEqual([401, 'session_expired']);
    }
    const refreshed = await late.api('/auth/refresh', { method: 'POST' });
    expect(refreshed.status).toBe(200);
    await gives(
      await fetch(urlOf(files.authenticated), { headers: { cookie: cookieOf(late), 'sec-fetch-site': 'same-origin' } }),
    );
  });

  test('a signed link opens its file for anybody until it expires', async () => {
    const link = await linkTo(files.private);
    const headers = await gives(await fetch(urlOf(files.private, link)));
    expect(headers.get('cache-control')).toBe('private, no-store');
    expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    clock.advance(59_000);
    await gives(await fetch(urlOf(files.private, link)));
    clock.advance(2000);
    await notFound(await fetch(urlOf(files.private, link)));
  });

  test('a signed link opens only the download of its own file in its own project', async () => {
    const link = await linkTo(files.private);
    await notFound(await fetch(urlOf(files.owner, link)));
    const elsewhere = await server.createProject();
    await notFound(await fetch(urlOf(files.private, link, elsewhere.id)));
    const record = await fetch(urlOf(files.private).replace(/\/download$/, link));
    expect([401, 400]).toContain(record.status);
    await record.text();
  });

  test('a tampered link is refused, even for callers who may see the file', async () => {
    const token = new URLSearchParams(await linkTo(files.public)).get('token') ?? '';
    const tampered = Array.from(
      token,
      (letter, at) => token.slice(0, at) + (letter === 'A' ? 'B' : 'A') + token.slice(at + 1),
    );
    for (const one of ['', 'x', `${token}A`, token.slice(1), token.toUpperCase(), ...tampered]) {
      if (one === token) continue;
      const headers = { authorization: `Bearer ${project.secretKey}` };
      await notFound(await fetch(urlOf(files.public, `?token=${encodeURIComponent(one)}`), { headers }));
    }
  });

  test('a signed link stops working when its file becomes private or is deleted', async () => {
    const file = await uploadFile(project.secretApi, { bytes: WORDS, visibility: 'owner' });
    const link = await linkTo(file);
    await gives(await fetch(urlOf(file, link)));
    await project.secretApi(`/storage/files/${file.id}`, { method: 'PATCH', json: { visibility: 'private' } });
    await notFound(await fetch(urlOf(file, link)));
    const second = await linkTo(file);
    await gives(await fetch(urlOf(file, second)));
    await project.secretApi(`/storage/files/${file.id}`, { method: 'DELETE' });
    await notFound(await fetch(urlOf(file, second)));
  });

  test('a public file that becomes private or is deleted is gone with the next request, even for callers who have its ETag', async () => {
    const file = await uploadFile(project.secretApi, { bytes: WORDS, visibility: 'public' });
    const headers = { 'if-none-match': `"${file.checksum_sha256}"` };
    expect((await fetch(urlOf(file), { headers })).status).toBe(304);
    await project.secretApi(`/storage/files/${file.id}`, { method: 'PATCH', json: { visibility: 'private' } });
    await notFound(await fetch(urlOf(file), { headers }));
    await project.secretApi(`/storage/files/${file.id}`, { method: 'PATCH', json: { visibility: 'public' } });
    expect((await fetch(urlOf(file), { headers })).status).toBe(304);
    await project.secretApi(`/storage/files/${file.id}`, { method: 'DELETE' });
    await notFound(await fetch(urlOf(file), { headers }));
  });

  test('only GET and HEAD work without a key', async () => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      const answer = await fetch(urlOf(files.public), { method });
      expect([401, 404, 405]).toContain(answer.status);
      await answer.text();
    }
  });
});
