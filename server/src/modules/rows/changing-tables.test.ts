import { describe, expect, it } from 'vitest';
import { type Answer, ENGINES, openTable } from '../../../test/index.ts';
import { DatabaseFailure } from '../../database/errors.ts';
import { onTable, type Target } from './on-table.ts';
import type { RowsContext } from './rows-context.ts';

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
  const stale = () => Promise.reject(new DatabaseFailure({ kind: 'stale_schema', message: 'another version' }));

  it('is retried twenty times with the newest tables, then answered with 503', async () => {
    const reloads: unknown[] = [];
    const tables = new Map([['notes', {}]]);
    const context = {
      tables: {
        catalogue: () => ({ version: reloads.length, tables }),
        reload: (_: unknown, version: number) => Promise.resolve(reloads.push(version)),
      },
      clock: { now: () => 0 },
    };
    const target = { project: {}, caller: { kind: 'anonymous' }, table: 'notes' } as unknown as Target;
    let tries = 0;
    const work = () => {
      tries += 1;
      return stale();
    };
    await expect(onTable(context as unknown as RowsContext, target, work)).rejects.toMatchObject({
      code: 'unavailable',
    });
    expect([tries, reloads]).toEqual([21, Array.from({ length: 20 }, (_, version) => version)]);
  });
});
