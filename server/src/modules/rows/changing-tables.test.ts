import { describe, expect, it } from 'vitest';
import { type Answer, ENGINES, openTable } from '../../../test/index.ts';
import { startServerWithWrite } from '../../../test/lossy-server.ts';
import { DatabaseFailure } from '../../database/errors.ts';

describe.each(ENGINES)('rows of a table that changes at the same time, on %s', (engine) => {
  const { project } = openTable(engine, {
    name: 'moving',
    rules: { read: 'public', create: 'public', update: 'public', delete: 'public' },
    columns: [{ name: 'title', type: 'text' }],
  });

  it('can be written and read: no request fails and no acknowledged row is lost', async () => {
    let changing = true;
    let written = 0;
    const strange: unknown[] = [];
    const look = (answer: { status: number; body: unknown }, wanted: number) => {
      if (answer.status !== wanted) strange.push([answer.status, answer.body]);
    };
    const write = async () => {
      while (changing) {
        const made = await project.api<Answer>('/data/moving', { json: { title: 'a' } });
        look(made, 201);
        if (made.status === 201) written += 1;
        look(await project.api('/data/moving?filter=title:eq:a&limit=5'), 200);
        look(await project.api(`/data/moving/${made.body.data?.['id']}`), 200);
        look(
          await project.api(`/data/moving/${made.body.data?.['id']}`, { method: 'PATCH', json: { title: 'b' } }),
          200,
        );
        look(await project.api('/data/moving/aggregate', { json: { op: 'count' } }), 200);
      }
    };
    const writers = Array.from({ length: 8 }, write);
    for (let round = 0; round < 15; round += 1) {
      const change = (json: unknown) => project.cloudApi('/tables/moving', { method: 'PATCH', json });
      look(await change({ add_columns: [{ name: 'extra', type: 'text', default: 'x' }] }), 200);
      look(await change({ change_columns: [{ name: 'extra', rename: 'other', indexed: true }] }), 200);
      look(await change({ drop_columns: ['other'] }), 200);
    }
    changing = false;
    await Promise.all(writers);
    expect(strange).toEqual([]);
    expect(written).toBeGreaterThan(0);
    expect((await project.api<Answer>('/data/moving?limit=0')).body.count).toBe(written);
  }, 120_000);

  it('obey a rule from the next request on', async () => {
    for (let round = 0; round < 20; round += 1) {
      const read = round % 2 === 0 ? 'private' : 'public';
      await project.cloudApi('/tables/moving', { method: 'PATCH', json: { rules: { read } } });
      expect((await project.api('/data/moving?limit=1')).status).toBe(read === 'private' ? 403 : 200);
    }
  });

  it('are gone with their table', async () => {
    await project.cloudApi('/tables/moving', { method: 'DELETE' });
    const { status, body } = await project.api<Answer>('/data/moving');
    expect([status, body.code]).toEqual([404, 'table_not_found']);
  });
});

describe('a request on a table that never stops changing', () => {
  it('is retried twenty times with the newest tables, then answered with 503', async () => {
    let isChanging = true;
    let tries = 0;
    await using scene = await startServerWithWrite((write) => async (store, steps, options) => {
      if (!isChanging || !steps.some(({ kind }) => kind === 'rows')) return await write(store, steps, options);
      tries += 1;
      throw new DatabaseFailure({ kind: 'stale_schema', message: 'another version' });
    });
    const project = await scene.server.createProject();
    const notes = await project.createTable({
      columns: [{ name: 'title', type: 'text' }],
      rules: { create: 'public' },
    });
    const insert = () => project.api<Answer>(`/data/${notes}`, { json: { title: 'a' } });
    const refused = await insert();
    expect([refused.status, refused.body.code, refused.headers.has('retry-after')]).toEqual([503, 'unavailable', true]);
    expect(tries).toBe(21);
    isChanging = false;
    expect((await insert()).status).toBe(201);
  });
});
