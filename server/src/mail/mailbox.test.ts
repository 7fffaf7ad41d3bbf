import { describe, expect, it } from 'vitest';
import { ENGINES, startTestServer, type TestProject, type TestServer } from '../../test/index.ts';
import { createMember, createOwner, type TestOperator } from '../../test/operators.ts';

interface Mailbox {
  readonly data: readonly { readonly to: string; readonly text: string }[];
  readonly count: number;
}

const PASSWORD = 'correct horse battery';

async function projectWithMail(server: TestServer, email: string): Promise<TestProject> {
  const project = await server.createProject();
  await project.api('/auth/signup', { json: { email, password: PASSWORD } });
  await server.runJobsUntilIdle();
  return project;
}

async function seenBy({ api }: TestOperator, search = ''): Promise<string[]> {
  const { body } = await api<Mailbox>(`/mailbox${search}`);
  expect(body.count).toBe(body.data.length);
  return body.data.map(({ to }) => to);
}

describe.each(ENGINES)('the mailbox of development mode on %s', (engine) => {
  it('shows and deletes only mails of projects that the caller administers', async () => {
    await using server = await startTestServer({ engine, config: { mode: 'development' } });
    const operator = await createOwner(server);
    const shop = await projectWithMail(server, 'ada@example.com');
    const bank = await projectWithMail(server, 'bob@example.com');
    const admin = await createMember(server, shop, 'admin');
    const viewer = await createMember(server, shop, 'viewer');
    const other = await createMember(server, bank, 'owner');

    expect(await seenBy(admin)).toEqual(['ada@example.com']);
    expect(await seenBy(admin, '?to=bob@example.com')).toEqual([]);
    expect(await seenBy(viewer), 'links in mails do more than a viewer may').toEqual([]);
    const oldestFirst = await seenBy(operator, '?order=created_at');
    expect(oldestFirst.toSorted()).toEqual(['ada@example.com', 'bob@example.com']);
    expect(await seenBy(operator, '?order=created_at:desc,id:desc')).toEqual(oldestFirst.toReversed());

    expect((await admin.api('/mailbox', { method: 'DELETE' })).body).toEqual({ count: 1 });
    expect((await viewer.api('/mailbox', { method: 'DELETE' })).body).toEqual({ count: 0 });
    expect(await seenBy(admin)).toEqual([]);
    expect(await seenBy(other)).toEqual(['bob@example.com']);
  });

  it('shows a scoped personal token only mails within its scope', async () => {
    await using server = await startTestServer({ engine, config: { mode: 'development' } });
    const shop = await projectWithMail(server, 'ada@example.com');
    const admin = await createMember(server, shop, 'admin');
    const seenWith = async (bounds: object): Promise<number> => {
      const made = await admin.api<{ data: { token: string } }>('/tokens', { json: { name: 't', ...bounds } });
      const headers = { authorization: `Bearer ${made.body.data.token}` };
      return (await server.api<Mailbox>('/api/cloud/mailbox', { headers })).body.count;
    };
    expect(await seenWith({ projects: [shop.id] })).toBe(1);
    expect(await seenWith({ projects: [shop.id], role: 'editor' })).toBe(0);
  });

  it('accepts a limit up to 1,000', async () => {
    await using server = await startTestServer({ engine, config: { mode: 'development' } });
    await projectWithMail(server, 'ada@example.com');
    const [limit, above] = await Promise.all([
      server.adminApi<Mailbox>('/api/cloud/mailbox?limit=1000'),
      server.adminApi('/api/cloud/mailbox?limit=1001'),
    ]);
    expect(limit.body.data[0]?.text).toContain('token=');
    expect(above).toMatchObject({ status: 400, body: { code: 'invalid_limit' } });
  });
});

it('does not exist in production for any caller', async () => {
  await using server = await startTestServer({ config: { mode: 'production' } });
  const owner = await createOwner(server);
  const asked = await Promise.all([
    server.adminApi('/api/cloud/mailbox'),
    owner.api('/mailbox'),
    server.adminApi('/api/cloud/mailbox', { method: 'DELETE' }),
  ]);
  for (const { status } of asked) expect(status).toBe(404);
});
