import { beforeAll, describe, expect, it } from 'vitest';
import { type Answer, ENGINES, openTable } from '../../../test/index.ts';

const CLIENTS = 64;
/** Fewer, because each success makes all others read again: their requests grow with the square of their number. */
const INCREMENTING = 16;

const each = <Result>(work: (client: number) => Promise<Result>, clients = CLIENTS): Promise<Result[]> =>
  Promise.all(Array.from({ length: clients }, (_, client) => work(client)));

describe.each(ENGINES)('64 clients at once on %s', (engine) => {
  const { project } = openTable(engine, {
    name: 'seats',
    rules: {
      read: 'public',
      create: 'public',
      update: { level: 'public', where: 'taken:is:false' },
      delete: 'public',
    },
    columns: [
      { name: 'number', type: 'integer', unique: true },
      { name: 'taken', type: 'boolean', default: false },
      { name: 'visits', type: 'integer', default: 0 },
      { name: 'by', type: 'integer' },
    ],
  });
  beforeAll(async () => {
    await project.createTable({
      name: 'queue',
      rules: { read: 'public', create: 'public', update: 'public', delete: 'public' },
      columns: [
        { name: 'state', type: 'text', default: 'new' },
        { name: 'by', type: 'integer' },
      ],
    });
  });

  const seats = '/data/seats';

  it('of one unique value insert exactly one row', async () => {
    const answers = await each((by) => project.api<Answer>(seats, { json: { number: 1, by } }));
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([201, ...Array(CLIENTS - 1).fill(409)]);
    const winner = answers.find(({ status }) => status === 201)?.body.data['by'];
    const { body } = await project.api<{ data: Answer['data'][]; count: number }>(`${seats}?filter=number:eq:1`);
    expect([body.count, body.data[0]?.['by']]).toEqual([1, winner]);
  });

  it('change a row exactly once when the change takes it out of their scope', async () => {
    const made = await project.api<Answer>(seats, { json: { number: 2 } });
    const at = `/data/queue`;
    const job = await project.api<Answer>(at, { json: {} });
    const claims = await each((by) =>
      project.api<Answer>(`${at}?filter=id:eq:${job.body.data['id']},state:eq:new`, {
        method: 'PATCH',
        json: { state: 'mine', by },
      }),
    );
    expect(claims.map(({ status }) => status)).toEqual(Array(CLIENTS).fill(200));
    expect(claims.filter(({ body }) => body.count === 1).length).toBe(1);
    expect(made.status).toBe(201);
  });

  it.each([150, 450])(
    'change each of %i rows exactly once when they claim all by the same filter',
    async (rows) => {
      await project.secretApi('/data/queue?all=true', { method: 'DELETE' });
      for (let made = 0; made < rows; made += 50)
        await project.api('/data/queue', { json: Array.from({ length: 50 }, () => ({ state: 'new' })) });
      const claims = await each((by) =>
        project.api<Answer>('/data/queue?filter=state:eq:new', { method: 'PATCH', json: { state: 'mine', by } }),
      );
      expect(claims.map(({ status }) => status)).toEqual(Array(CLIENTS).fill(200));
      expect(claims.reduce((sum, { body }) => sum + body.count, 0)).toBe(rows);
      const left = await project.api<{ count: number }>('/data/queue?limit=0&filter=state:neq:mine');
      expect(left.body.count).toBe(0);
    },
    60_000,
  );

  it('insert rows that refer to rows of a large delete, which are refused or go with them', async () => {
    const rules = { read: 'public', create: 'public', delete: 'public' };
    await project.createTable({ name: 'folders', rules, columns: [{ name: 'n', type: 'integer' }] });
    const folder = { name: 'folder', type: 'reference', table: 'folders', on_delete: 'cascade' };
    await project.createTable({ name: 'papers', rules, columns: [folder] });
    const ids: unknown[] = [];
    for (let made = 0; made < 450; made += 50) {
      const json = Array.from({ length: 50 }, (_, n) => ({ n }));
      const { body } = await project.api<{ data: Answer['data'][] }>('/data/folders', { json });
      ids.push(...body.data.map(({ id }) => id));
    }
    const [removed, ...answers] = await Promise.all([
      project.secretApi<Answer>('/data/folders?all=true', { method: 'DELETE' }),
      ...Array.from({ length: CLIENTS }, (_, client) =>
        project.api('/data/papers', { json: { folder: ids[client * 7] } }),
      ),
    ]);
    expect(removed.body.count).toBe(450);
    expect([201, 400]).toEqual(expect.arrayContaining(answers.map(({ status }) => status)));
    for (const table of ['folders', 'papers']) {
      const { body } = await project.api<{ data: unknown[]; count: number }>(`/data/${table}`);
      expect(body).toMatchObject({ data: [], count: 0 });
    }
  });

  it('delete a row exactly once', async () => {
    const made = await project.api<Answer>(seats, { json: { number: 3 } });
    const answers = await each(() => project.api(`${seats}/${made.body.data['id']}`, { method: 'DELETE' }));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(CLIENTS - 1).fill(404)]);
  });

  it('upsert one key into one row, which is created once', async () => {
    const answers = await each((by) => project.api<Answer>(`${seats}?on_conflict=number`, { json: { number: 4, by } }));
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(CLIENTS - 1).fill(200), 201]);
    expect(new Set(answers.map(({ body }) => body.data['id'])).size).toBe(1);
    expect((await project.api<Answer>(`${seats}?filter=number:eq:4`)).body.count).toBe(1);
  });

  it('change one row in turn: each sees a consistent state and no change is lost', async () => {
    const made = await project.api<Answer>(seats, { json: { number: 5 } });
    const answers = await each((by) =>
      project.api<Answer>(`${seats}/${made.body.data['id']}`, { method: 'PATCH', json: { by, visits: by } }),
    );
    for (const { status, body } of answers) {
      expect(status).toBe(200);
      expect(body.data['by']).toBe(body.data['visits']);
    }
  });

  it('increment one number exactly when sixteen of them do, each from the value it read', async () => {
    const made = await project.api<Answer>(seats, { json: { number: 6 } });
    const id = made.body.data['id'];
    await each(async () => {
      for (let isDone = false; !isDone; ) {
        const { body } = await project.api<Answer>(`${seats}/${id}?select=visits`);
        const visits = Number(body.data['visits']);
        const changed = await project.api<Answer>(`${seats}?filter=id:eq:${id},visits:eq:${visits}`, {
          method: 'PATCH',
          json: { visits: visits + 1 },
        });
        isDone = changed.body.count === 1;
      }
    }, INCREMENTING);
    expect((await project.api<Answer>(`${seats}/${id}`)).body.data['visits']).toBe(INCREMENTING);
  });

  it('get counts that always agree with the rows while others insert and delete', async () => {
    await project.secretApi('/data/queue?all=true', { method: 'DELETE' });
    let looks = 0;
    let writing = true;
    const watch = async () => {
      while (writing) {
        const { body } = await project.api<{ data: unknown[]; count: number }>('/data/queue?limit=1000');
        expect(body.data.length).toBe(body.count);
        const found = await project.api<{ data: unknown[]; count: number }>(
          '/data/queue?limit=1000&filter=state:eq:new',
        );
        expect(found.body.data.length).toBe(found.body.count);
        looks += 1;
      }
    };
    const watchers = [watch(), watch(), watch()];
    await each(async (client) => {
      for (let round = 0; round < 5; round += 1) {
        const { body } = await project.api<Answer>('/data/queue', { json: { by: client } });
        if (round % 2 === 1) await project.api(`/data/queue/${body.data['id']}`, { method: 'DELETE' });
        else await project.api('/data/queue/batch', { json: [{ by: client }, { by: client }] });
      }
    });
    writing = false;
    await Promise.all(watchers);
    expect(looks).toBeGreaterThan(0);
    expect((await project.api<Answer>('/data/queue?limit=0')).body.count).toBe(CLIENTS * 3 * 3);
  }, 60_000);
});
