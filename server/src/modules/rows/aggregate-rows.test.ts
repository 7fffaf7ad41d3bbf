import { beforeAll, describe, expect, it } from 'vitest';
import { type Answers, ENGINES, openTable } from '../../../test/index.ts';

describe.each(ENGINES)('aggregates on %s', (engine) => {
  const { project } = openTable(engine, {
    name: 'sales',
    rules: { read: { level: 'public', where: 'state:neq:secret' } },
    columns: [
      { name: 'state', type: 'text' },
      { name: 'amount', type: 'integer' },
      { name: 'price', type: 'number' },
      { name: 'sold_at', type: 'timestamp' },
      { name: 'day', type: 'date' },
      { name: 'paid', type: 'boolean' },
      { name: 'extra', type: 'json' },
      { name: 'cost', type: 'number', hidden: true },
    ],
  });
  beforeAll(async () => {
    const rows = [
      { state: 'open', amount: 1, price: 0.5, sold_at: '2026-01-01T00:00:00Z', day: '2026-01-01', paid: true, cost: 1 },
      { state: 'open', amount: 2, price: 1.5, sold_at: '2026-01-04T23:59:59.999Z', day: '2026-01-04', paid: false },
      { state: 'paid', amount: 3, price: null, sold_at: '2026-01-05T00:00:00Z', day: '2026-02-01', extra: { a: 1 } },
      { state: 'paid', amount: null, price: 4, sold_at: null, day: null },
      { state: 'secret', amount: 1000, price: 1000, sold_at: '2020-01-01T00:00:00Z', day: '2020-01-01' },
    ];
    expect((await project.secretApi('/data/sales', { json: rows })).status).toBe(201);
  });

  const aggregate = (json: unknown) => project.api<Answers>('/data/sales/aggregate', { json });

  describe('200', () => {
    it.each([
      [{ op: 'count' }, [{ count: 4 }]],
      [{ op: 'count', field: 'amount' }, [{ count_amount: 3 }]],
      [{ op: 'count', field: 'state', distinct: true, as: 'states' }, [{ states: 2 }]],
      [{ op: 'sum', field: 'amount' }, [{ sum_amount: 6 }]],
      [{ op: 'avg', field: 'price' }, [{ avg_price: 2 }]],
      [{ op: 'avg', field: 'price', filter: 'state:eq:open' }, [{ avg_price: 1 }]],
      [{ op: 'min', field: 'sold_at' }, [{ min_sold_at: '2026-01-01T00:00:00.000Z' }]],
      [{ op: 'max', field: 'day' }, [{ max_day: '2026-02-01' }]],
      [{ op: 'max', field: 'state' }, [{ max_state: 'paid' }]],
      [{ op: 'count', filter: { state: 'none' } }, [{ count: 0 }]],
      [{ op: 'sum', field: 'amount', filter: 'state:eq:none' }, [{ sum_amount: null }]],
      [{ op: 'count', filter: 'state:eq:secret' }, [{ count: 0 }]],
    ])('answers %j, over the rows the caller may read, with one row', async (json, data) => {
      const { status, body } = await aggregate(json);
      expect([status, body]).toEqual([200, { data, count: 1 }]);
    });

    it('groups, orders by names of the answer, cuts by limit and counts all groups', async () => {
      const grouped = {
        aggregates: [{ op: 'count' }, { op: 'sum', field: 'amount', as: 'total' }],
        group_by: ['state'],
      };
      expect((await aggregate(grouped)).text).toBe(
        '{"data":[{"state":"open","count":2,"total":3},{"state":"paid","count":2,"total":3}],"count":2}',
      );
      const { body } = await aggregate({ ...grouped, order: 'total:desc,state:desc', limit: 1 });
      expect(body).toEqual({ data: [{ state: 'paid', count: 2, total: 3 }], count: 2 });
      expect((await aggregate({ ...grouped, limit: 0 })).body).toEqual({ data: [], count: 2 });
      expect((await aggregate({ ...grouped, filter: 'state:eq:none' })).body).toEqual({ data: [], count: 0 });
    });

    it.each([
      ['sold_at:day', [null, '2026-01-01', '2026-01-04', '2026-01-05']],
      ['sold_at:week', [null, '2025-12-29', '2026-01-05']],
      ['sold_at:month', [null, '2026-01-01']],
      ['sold_at:year', [null, '2026-01-01']],
      ['day:month', [null, '2026-01-01', '2026-02-01']],
      ['day:week', [null, '2025-12-29', '2026-01-26']],
      ['paid', [null, false, true]],
    ])('groups by %s, named by the first day in UTC, weeks from Monday', async (group, days) => {
      const { body } = await aggregate({ op: 'count', group_by: [group] });
      const name = group.replace(':', '_');
      expect(body.data.map((row) => row[name])).toEqual(days);
      expect(body.count).toBe(days.length);
    });

    it('names results after columns with the longest names in full', async () => {
      const [first, second] = ['a', 'b'].map((end) => 'x'.repeat(62) + end);
      const columns = [first, second].map((name) => ({ name, type: 'integer' }));
      await project.createTable({ name: 'wide', rules: { read: 'public' }, columns });
      await project.secretApi('/data/wide', { json: { [`${first}`]: 1, [`${second}`]: 2 } });
      const aggregates = [first, second].map((field) => ({ op: 'max', field }));
      const { body } = await project.api<Answers>('/data/wide/aggregate', {
        json: { aggregates, group_by: ['created_at:year'], order: `max_${second}` },
      });
      const year = `${new Date().getUTCFullYear()}-01-01`;
      expect(body.data).toEqual([{ created_at_year: year, [`max_${first}`]: 1, [`max_${second}`]: 2 }]);
    });
  });

  describe('400', () => {
    it.each([
      [{}, 'invalid_aggregate'],
      [[], 'validation_failed'],
      [null, 'validation_failed'],
      [{ op: 'median', field: 'amount' }, 'invalid_aggregate'],
      [{ op: 'sum' }, 'invalid_aggregate'],
      [{ op: 'sum', field: 'state' }, 'invalid_aggregate'],
      [{ op: 'avg', field: 'paid' }, 'invalid_aggregate'],
      [{ op: 'min', field: 'extra' }, 'invalid_aggregate'],
      [{ op: 'sum', field: 'amount', distinct: true }, 'invalid_aggregate'],
      [{ op: 'count', field: 'cost' }, 'unknown_column'],
      [{ op: 'count', field: 'nothing' }, 'unknown_column'],
      [{ op: 'count', group_by: ['cost'] }, 'unknown_column'],
      [{ op: 'count', group_by: ['extra'] }, 'invalid_aggregate'],
      [{ op: 'count', group_by: ['state:day'] }, 'invalid_aggregate'],
      [{ op: 'count', group_by: ['sold_at:hour'] }, 'invalid_aggregate'],
      [{ op: 'count', group_by: 'state' }, 'validation_failed'],
      [{ op: 'count', group_by: ['state', 'state'] }, 'invalid_aggregate'],
      [{ op: 'count', as: 'state', group_by: ['state'] }, 'invalid_aggregate'],
      [{ op: 'count', as: 'Bad name' }, 'validation_failed'],
      [{ op: 'count', as: '__proto__' }, 'validation_failed'],
      [{ op: 'count', limit: 1001 }, 'invalid_limit'],
      [{ op: 'count', limit: '1' }, 'invalid_limit'],
      [{ op: 'count', offset: 1 }, 'validation_failed'],
      [{ op: 'count', order: 'amount' }, 'unknown_column'],
      [{ op: 'count', order: 'count:up' }, 'invalid_order'],
      [{ op: 'count', filter: '' }, 'invalid_filter'],
      [{ op: 'count', filter: 5 }, 'invalid_filter'],
      [{ op: 'count', filter: 'cost:eq:1' }, 'unknown_column'],
      [{ aggregates: [] }, 'invalid_aggregate'],
      [{ aggregates: Array(21).fill({ op: 'count' }) }, 'invalid_aggregate'],
      [{ aggregates: [{ op: 'count' }, { op: 'count' }] }, 'invalid_aggregate'],
      [{ aggregates: [{ op: 'count', filter: 'a' }] }, 'validation_failed'],
      [{ aggregates: ['count'] }, 'validation_failed'],
      [{ aggregates: [{ op: 'count' }], op: 'count' }, 'validation_failed'],
      [{ op: 'count', group_by: ['state', 'amount', 'price', 'sold_at', 'day', 'paid'] }, 'invalid_aggregate'],
    ])('answers 400 to %j with %s', async (json, code) => {
      const { status, body } = await aggregate(json);
      expect([status, body.code]).toEqual([400, code]);
    });
  });

  it('sums exactly within 2^53, to the nearest double beyond, and refuses what is not finite', async () => {
    await project.createTable({
      name: 'sums',
      rules: { read: 'public' },
      columns: [
        { name: 'n', type: 'integer' },
        { name: 'x', type: 'number' },
      ],
    });
    const max = Number.MAX_SAFE_INTEGER;
    await project.secretApi('/data/sums', {
      json: Array(1200)
        .fill(0)
        .slice(0, 100)
        .map(() => ({ n: max, x: 1e307 })),
    });
    const sums = (json: unknown) => project.api<Answers>('/data/sums/aggregate', { json });
    expect((await sums({ op: 'sum', field: 'n' })).body.data).toEqual([{ sum_n: max * 100 }]);
    expect((await sums({ op: 'avg', field: 'n' })).body.data).toEqual([{ avg_n: max }]);
    const { status, body } = await sums({ op: 'sum', field: 'x' });
    expect([status, body.code]).toEqual([400, 'invalid_aggregate']);
  });
});
