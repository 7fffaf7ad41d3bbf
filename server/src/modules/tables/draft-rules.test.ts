import { describe, expect, it } from 'vitest';
import { ENGINES, startTestServer } from '../../../test/index.ts';

interface Verdict {
  readonly data: {
    readonly allowed: boolean;
    readonly status: number;
    readonly code: string | null;
    sample?: object[];
  };
  readonly code?: string;
}

describe.each(ENGINES)('draft rules on %s', (engine) => {
  it('show what the API would answer each caller for stored rows, with a sample of the visible ones', async () => {
    await using server = await startTestServer({ engine });
    const project = await server.createProject();
    await project.createTable({
      name: 'notes',
      columns: [
        { name: 'title', type: 'text' },
        { name: 'inside', type: 'text', hidden: true },
      ],
    });
    const person = { email: 'ann@example.com', password: 'correct horse battery' };
    const ann = (await project.cloudApi<{ data: { id: string } }>('/users', { json: person })).body.data.id;
    const rows = [
      { title: 'open', inside: 's' },
      { title: 'hers', owner_id: ann },
      { title: 'shut', owner_id: null },
    ];
    const made = await project.secretApi<{ data: { id: string }[] }>('/data/notes', { json: rows });
    const [open, hers, shut] = made.body.data.map(({ id }) => id);
    const test = async (json: object): Promise<Verdict> =>
      (await project.cloudApi<Verdict>('/tables/notes/rules/test', { json })).body;
    const rules = {
      read: { level: 'public', where: 'title:neq:shut' },
      update: 'owner',
      delete: 'role:chief',
      create: { level: 'authenticated', where: 'title:starts_with:o' },
    };
    const cases: readonly [object, number, string | null][] = [
      [{ action: 'read', as: null }, 403, 'forbidden'],
      [{ action: 'read', as: null, rules }, 200, null],
      [{ action: 'read', as: null, rules, row_id: open }, 200, null],
      [{ action: 'read', as: null, rules, row_id: shut }, 404, 'row_not_found'],
      [{ action: 'read', as: null, rules, row_id: 'nothing' }, 404, 'row_not_found'],
      [{ action: 'update', as: null, rules }, 401, 'not_authenticated'],
      [{ action: 'update', as: ann, rules, row_id: hers }, 200, null],
      [{ action: 'update', as: ann, rules, row_id: open }, 403, 'forbidden'],
      [{ action: 'update', as: ann, rules, row_id: shut }, 404, 'row_not_found'],
      [{ action: 'delete', as: ann, rules, row_id: hers }, 403, 'forbidden'],
      [{ action: 'delete', as: { role: 'chief' }, rules, row_id: hers }, 200, null],
      [{ action: 'create', as: ann, rules, row: { title: 'one' } }, 201, null],
      [{ action: 'create', as: ann, rules, row: { title: 'two' } }, 403, 'forbidden'],
      [{ action: 'read', as: null, rules, row: { title: 'shut' } }, 404, 'row_not_found'],
    ];
    for (const [json, status, code] of cases) {
      const { data } = await test(json);
      expect([json, data.status, data.code, data.allowed]).toEqual([json, status, code, code === null]);
    }
    const titles = async (json: object): Promise<unknown> =>
      (await test({ ...json, rules })).data.sample?.map((row) =>
        Object.entries(row).filter(([name]) => name === 'title' || name === 'inside'),
      );
    expect(await titles({ action: 'read', as: null, sample: true })).toEqual([
      [['title', 'hers']],
      [['title', 'open']],
    ]);
    expect(await titles({ action: 'read', as: null, sample: 1 })).toEqual([[['title', 'hers']]]);
    expect(await titles({ action: 'update', as: ann, sample: true })).toEqual([[['title', 'hers']]]);
    expect(await titles({ action: 'delete', as: ann, sample: true })).toEqual([]);
    expect(await titles({ action: 'read', as: null })).toBeUndefined();
    const stored = await project.cloudApi<{ data: { rules: object } }>('/tables/notes');
    expect(stored.body.data.rules).toMatchObject({ read: 'private' });
    for (const [bad, code] of [
      [{ action: 'read', as: null, rules: { read: 'everybody' } }, 'validation_failed'],
      [{ action: 'read', as: null, rules: { read: { level: 'public', where: 'nope:eq:1' } } }, 'unknown_column'],
      [{ action: 'read', as: null, row: {}, row_id: open }, 'validation_failed'],
      [{ action: 'read', as: { role: '' } }, 'validation_failed'],
      [{ action: 'read', as: null, sample: 1000 }, 'validation_failed'],
    ] as const) {
      expect([bad, (await test(bad)).code]).toEqual([bad, code]);
    }
  });
});
