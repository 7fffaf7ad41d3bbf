import { expect, test } from 'vitest';
import { type Answer, startTestServer, type TestProject } from '../../../test/index.ts';
import { backUp, restore } from '../../../test/whole-project.ts';

async function schemaOf({ cloudApi }: TestProject): Promise<unknown> {
  const { status, body } = await cloudApi<Answer>('/schema');
  expect(status).toBe(200);
  return body.data['schema'];
}

test('a restored project has the same schema document, without the indexes that unique columns and rules bring', async () => {
  await using server = await startTestServer();
  const source = await server.createProject();
  const text = (name: string, options = {}) => ({ name, type: 'text', ...options });
  await source.createTable({
    name: 'orders',
    columns: [text('code', { unique: true }), text('user_id'), text('state', { indexed: true })],
    rules: { read: { level: 'authenticated', where: 'user_id:eq:$user.id' } },
  });
  const target = await server.createProject();
  const restored = await restore(server, target, await backUp(server, source));
  expect(restored).toMatchObject({ status: 200, body: { data: { state: 'done' } } });
  expect(await schemaOf(target)).toEqual(await schemaOf(source));
  const shown = await target.cloudApi<{ data: { columns: { name: string; indexed: boolean }[] } }>('/tables/orders');
  const indexed = shown.body.data.columns.filter((column) => column.indexed).map(({ name }) => name);
  expect(indexed).toEqual(expect.arrayContaining(['code', 'user_id', 'state']));
});
