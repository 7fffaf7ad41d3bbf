import { expect, test } from 'vitest';
import { type Answers, startTestServer, type TestProject } from '../../../test/index.ts';
import { backUp, restore } from '../../../test/whole-project.ts';

async function createPages(project: TestProject): Promise<void> {
  const columns = ['title', 'body'].map((name) => ({ name, type: 'text', searchable: true }));
  await project.createTable({ name: 'pages', columns, rules: { read: 'public' } });
  const long = 'maple '.repeat(300);
  const rows = [{ title: 'Red', body: 'shoes' }, { title: 'Straße', body: long }, { title: 'red' }];
  expect((await project.secretApi('/data/pages', { json: rows })).status).toBe(201);
}

async function titlesOf({ api }: TestProject, search: string): Promise<readonly unknown[]> {
  const { status, body } = await api<Answers>(`/data/pages?order=title&search=${encodeURIComponent(search)}`);
  expect(status).toBe(200);
  return body.data.map(({ title }) => title);
}

test('a restored table is searchable at once, on the other engine too, and its words follow changes', async () => {
  await using sqlite = await startTestServer({ engine: 'sqlite' });
  await using postgres = await startTestServer({ engine: 'postgres' });
  const source = await sqlite.createProject();
  await createPages(source);
  let [from, at] = [sqlite, source];
  for (const to of [postgres, sqlite]) {
    const archive = await backUp(from, at);
    const target = await to.createProject();
    expect(await restore(to, target, archive)).toMatchObject({ status: 200, body: { data: { state: 'done' } } });
    expect(await titlesOf(target, 'red')).toEqual(['Red', 'red']);
    expect(await titlesOf(target, 'STRASSE "maple maple"')).toEqual(['Straße']);
    expect(await titlesOf(target, 'red -shoes')).toEqual(['red']);
    const json = { body: 'boots' };
    await target.secretApi('/data/pages?filter=title:eq:Red', { method: 'PATCH', json });
    expect([await titlesOf(target, 'shoes'), await titlesOf(target, 'boots')]).toEqual([[], ['Red']]);
    await target.secretApi('/data/pages?filter=title:eq:Red', { method: 'PATCH', json: { body: 'shoes' } });
    const check = await target.cloudApi<{ data: object }>('/tables/pages/search-check');
    expect(check.body.data).toMatchObject({ wrong: 0, next: null });
    [from, at] = [to, target];
  }
}, 120_000);
