import { describe, expect, it } from 'vitest';
import { ENGINES, startTestServer } from '../../../test/index.ts';

interface ListedTables {
  readonly data: readonly { readonly name: string; readonly row_count?: number; readonly columns: unknown }[];
  readonly count: number;
}

describe.each(ENGINES)('the list of tables on %s', (engine) => {
  it('finds tables by part of their name, and lists many tables with their exact row counts', async () => {
    await using server = await startTestServer({ engine });
    const project = await server.createProject();
    const columns = [{ name: 'title', type: 'text' }];
    for (let number = 1; number <= 20; number += 1) {
      await project.createTable({ name: `orders_${number}`, columns, rules: { read: 'public' } });
    }
    await project.createTable({ name: 'people', columns });
    await project.secretApi('/data/orders_3', { json: [{ title: 'a' }, { title: 'b' }] });
    const list = async (search: string): Promise<ListedTables> =>
      (await project.cloudApi<ListedTables>(`/tables?${search}`)).body;
    const all = await list('summary=true');
    expect([all.count, all.data.length]).toEqual([21, 21]);
    expect(all.data.find(({ name }) => name === 'orders_3')).toEqual({
      name: 'orders_3',
      columns: 5,
      row_count: 2,
      rules: { read: 'public', create: 'private', update: 'private', delete: 'private' },
      updated_at: expect.stringMatching(/Z$/),
    });
    expect(all.data.filter(({ row_count }) => row_count !== 0)).toHaveLength(1);
    expect((await list('search=ORDERS_2&order=name:desc')).data.map(({ name }) => name)).toEqual([
      'orders_20',
      'orders_2',
    ]);
    expect((await list('search=o*_1*5&summary=true&limit=1')).data.map(({ name }) => name)).toEqual(['orders_15']);
    expect(await list('search=nothing')).toMatchObject({ data: [], count: 0 });
    expect((await list('search=people')).data[0]?.columns).toHaveLength(5);
    for (const bad of ['summary=yes', 'summary=true&summary=true', 'find=x']) {
      expect((await project.cloudApi(`/tables?${bad}`)).status).toBe(400);
    }
  });
});
