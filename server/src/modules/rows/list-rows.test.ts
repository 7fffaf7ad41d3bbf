import { beforeAll, describe, expect, it } from 'vitest';
import { type Answers, ENGINES, openTable } from '../../../test/index.ts';

const PUBLIC = { read: 'public', create: 'public', update: 'public', delete: 'public' };

describe.each(ENGINES)('lists on %s', (engine) => {
  const { project } = openTable(engine, {
    name: 'products',
    rules: PUBLIC,
    columns: [
      { name: 'title', type: 'text', required: true },
      { name: 'price', type: 'number' },
      { name: 'stock', type: 'integer' },
      { name: 'active', type: 'boolean' },
      { name: 'made_on', type: 'date' },
      { name: 'sold_at', type: 'timestamp' },
      { name: 'tags', type: 'json' },
      { name: 'cost', type: 'number', hidden: true },
    ],
  });
  beforeAll(async () => {
    const rows = [
      { title: 'Chair', price: 10, stock: 1, active: true, made_on: '2026-01-01', tags: ['wood', 'red'], cost: 5 },
      { title: 'chair, red', price: 20.5, stock: 0, active: false, sold_at: '2026-01-02T10:00:00+02:00', cost: 6 },
      { title: 'Table', price: null, stock: 5, active: null, tags: { a: 1 } },
      { title: 'ÄPFEL', price: -1, stock: null, active: true, tags: [1, true] },
    ];
    expect((await project.secretApi('/data/products', { json: rows })).status).toBe(201);
  });

  const list = (search: string) => project.api<Answers>(`/data/products${search}`);
  const titles = async (filter: string) => {
    const { status, body } = await list(`?select=title&filter=${encodeURIComponent(filter)}`);
    expect([filter, status, body.error]).toEqual([filter, 200, undefined]);
    expect(body.count).toBe(body.data.length);
    return body.data.map((row) => row['title']);
  };

  it('leaves count out when the caller asks for none', async () => {
    expect((await list('?limit=0&count=none')).text).toBe('{"data":[]}');
    expect((await list('?limit=0&count=exact')).text).toBe('{"data":[],"count":4}');
    expect((await list('?offset=100')).text).toBe('{"data":[],"count":4}');
  });

  describe('pages by key', () => {
    const place = (values: unknown): string => encodeURIComponent(JSON.stringify(values));
    const ids = async () => {
      const { body } = await list('?select=id,title');
      return new Map(body.data.map((row) => [row['title'], row['id']]));
    };
    const titlesOf = async (search: string) => {
      const { status, body } = await list(`?select=title&${search}`);
      expect([search, status, body.error]).toEqual([search, 200, undefined]);
      return [body.data.map((row) => row['title']), body.count];
    };

    describe('200', () => {
      it('gives the rows after or before a row in the requested order, with the count of all', async () => {
        const id = await ids();
        const byPrice = (title: string, price: number | null): string => place([price, id.get(title)]);
        expect(await titlesOf(`after=${place([id.get('Chair')])}&limit=2`)).toEqual([['chair, red', 'Table'], 4]);
        expect(await titlesOf(`before=${place([id.get('ÄPFEL')])}&limit=2`)).toEqual([['chair, red', 'Table'], 4]);
        expect(await titlesOf(`order=price:desc&after=${byPrice('Chair', 10)}`)).toEqual([['ÄPFEL', 'Table'], 4]);
        expect(await titlesOf(`order=price&after=${byPrice('Table', null)}&limit=1`)).toEqual([['ÄPFEL'], 4]);
        expect(await titlesOf(`order=price&before=${byPrice('Chair', 10)}&limit=1`)).toEqual([['ÄPFEL'], 4]);
        expect(await titlesOf(`order=id:desc&after=${place([id.get('Table')])}`)).toEqual([['chair, red', 'Chair'], 4]);
        const twice = place([id.get('Table'), id.get('Table')]);
        expect(await titlesOf(`order=id:desc&after=${twice}`)).toEqual([['chair, red', 'Chair'], 4]);
        const filtered = `filter=active:is:true&order=title&after=${place(['Chair', id.get('Chair')])}`;
        expect(await titlesOf(filtered)).toEqual([['ÄPFEL'], 2]);
      });

      it('works even when no row has the values of the cursor', async () => {
        const between = place([15, '00000000-0000-7000-8000-000000000000']);
        expect(await titlesOf(`order=price&after=${between}`)).toEqual([['chair, red'], 4]);
        expect(await titlesOf(`order=price&before=${between}&limit=1`)).toEqual([['Chair'], 4]);
      });
    });

    describe('400', () => {
      it.each([
        ['after=', ''],
        ['after=x', ''],
        ['after={}', ''],
        ['after=[]', ''],
        ['after=[null]', ''],
        ['after=["x"]', ''],
        ['before=[1]', ''],
        [`order=price&after=["${'0'.repeat(8)}-0000-7000-8000-000000000000"]`, ''],
        ['order=price&after=["1","00000000-0000-7000-8000-000000000000"]', ''],
        ['order=stock&after=[1.5,"00000000-0000-7000-8000-000000000000"]', ''],
        ['order=stock&after=[1e999,"00000000-0000-7000-8000-000000000000"]', ''],
        ['order=title&after=["%00","00000000-0000-7000-8000-000000000000"]', ''],
        ['order=title&after=["\\ud800","00000000-0000-7000-8000-000000000000"]', ''],
        ['order=sold_at&after=["2026-01-01","00000000-0000-7000-8000-000000000000"]', ''],
        ['order=price&after=[1,"00000000-0000-7000-8000-000000000000",1]', ''],
        ['after=["00000000-0000-7000-8000-000000000000"]', '&offset=0'],
        ['after=["00000000-0000-7000-8000-000000000000"]', '&before=["00000000-0000-7000-8000-000000000000"]'],
      ])('refuses %s%s with 400 invalid_cursor', async (search, more) => {
        const { status, body } = await list(`?${search}${more}`);
        expect([status, body.code]).toEqual([400, 'invalid_cursor']);
      });
    });
  });

  describe('200', () => {
    it('answers 200 with the rows in creation order, every visible column, and the count', async () => {
      const { status, headers, body } = await list('?limit=1&offset=1');
      expect(status).toBe(200);
      expect(headers.get('content-type')).toMatch(/^application\/json/);
      expect(headers.get('cache-control')).toBe('private, no-store');
      const [row] = body.data;
      expect(body).toEqual({
        data: [
          {
            id: expect.stringMatching(/^[0-9a-f-]{36}$/),
            created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
            updated_at: row?.['created_at'],
            owner_id: null,
            title: 'chair, red',
            price: 20.5,
            stock: 0,
            active: false,
            made_on: null,
            sold_at: '2026-01-02T08:00:00.000Z',
            tags: null,
          },
        ],
        count: 4,
      });
    });

    it.each([
      ['price:gte:10', ['Chair', 'chair, red']],
      ['price:eq:10', ['Chair']],
      ['price:neq:10', ['chair, red', 'Table', 'ÄPFEL']],
      ['price:lt:10', ['ÄPFEL']],
      ['price:between:(-1,10)', ['Chair', 'ÄPFEL']],
      ['stock:in:(0,5)', ['chair, red', 'Table']],
      ['stock:nin:(0,5)', ['Chair', 'ÄPFEL']],
      ['price:is:null', ['Table']],
      ['price:is:not_null', ['Chair', 'chair, red', 'ÄPFEL']],
      ['active:is:true', ['Chair', 'ÄPFEL']],
      ['active:is:false', ['chair, red']],
      ['not(active:is:true)', ['chair, red', 'Table']],
      ['title:like:Chair*', ['Chair']],
      ['title:ilike:chair*', ['Chair', 'chair, red']],
      ['title:ilike:äpfel', ['ÄPFEL']],
      ['title:starts_with:Ch', ['Chair']],
      ['title:ends_with:red', ['chair, red']],
      ['title:contains:hair', ['Chair', 'chair, red']],
      ['title:eq:"chair, red"', ['chair, red']],
      ['tags:contains:wood', ['Chair']],
      ['tags:is:null', ['chair, red']],
      ['made_on:eq:2026-01-01', ['Chair']],
      ['sold_at:eq:2026-01-02T08:00:00Z', ['chair, red']],
      ['or(stock:eq:0,and(price:lt:100,stock:gt:0))', ['Chair', 'chair, red']],
      ['active:is:true,price:gt:0', ['Chair']],
      ['{"active":true,"price":{"gte":10}}', ['Chair']],
      ['{"or":[{"stock":{"lt":1}},{"price":{"is":null}}]}', ['chair, red', 'Table']],
      ['{"price":null}', ['Table']],
      ['{"tags":{"contains":1}}', ['ÄPFEL']],
      ['id:eq:00000000-0000-0000-0000-000000000000', []],
    ])('filters with %s', async (filter, expected) => {
      expect(await titles(filter)).toEqual(expected);
    });

    it('joins repeated filters with AND', async () => {
      const { body } = await list('?select=title&filter=active:is:true&filter=price:gt:0');
      expect(body.data).toEqual([{ title: 'Chair' }]);
    });

    it.each([
      ['price', ['Table', 'ÄPFEL', 'Chair', 'chair, red']],
      ['price:desc', ['chair, red', 'Chair', 'ÄPFEL', 'Table']],
      ['title', ['Chair', 'Table', 'chair, red', 'ÄPFEL']],
      ['active:desc,title:desc', ['ÄPFEL', 'Chair', 'chair, red', 'Table']],
      ['created_at:desc', ['Chair', 'chair, red', 'Table', 'ÄPFEL']],
      ['id:desc', ['ÄPFEL', 'Table', 'chair, red', 'Chair']],
    ])('orders by %s, null before every value, ties by ascending id', async (order, expected) => {
      const { body } = await list(`?select=title&order=${order}`);
      expect(body.data.map((row) => row['title'])).toEqual(expected);
    });

    it('shows a secret caller hidden columns, and answers others as if there were none', async () => {
      const search = '?select=cost&filter=cost:eq:5&order=cost';
      expect((await project.secretApi<Answers>(`/data/products${search}`)).body.data).toEqual([{ cost: 5 }]);
      const hidden = await list('?select=cost');
      const missing = await list('?select=none');
      expect(hidden.text.replaceAll('cost', 'none').replace(/"request_id":"[^"]*"/, '')).toBe(
        missing.text.replace(/"request_id":"[^"]*"/, ''),
      );
    });

    it('answers HEAD like GET without the body', async () => {
      const { status, text } = await project.api('/data/products', { method: 'HEAD' });
      expect([status, text]).toEqual([200, '']);
    });
  });

  describe('400', () => {
    it.each([
      ['?limit=1001', 'invalid_limit'],
      ['?limit=-1', 'invalid_limit'],
      ['?limit=ten', 'invalid_limit'],
      ['?offset=-1', 'invalid_limit'],
      ['?limit=1&limit=1', 'unknown_parameter'],
      ['?page=1', 'unknown_parameter'],
      ['?count=some', 'validation_failed'],
      ['?select=', 'invalid_select'],
      ['?select=title,,id', 'invalid_select'],
      ['?select=title,title', 'invalid_select'],
      ['?select=nothing', 'unknown_column'],
      ['?select=cost', 'unknown_column'],
      ['?order=', 'invalid_order'],
      ['?order=title:up', 'invalid_order'],
      ['?order=title,title:desc', 'invalid_order'],
      ['?order=tags', 'invalid_order'],
      ['?order=cost', 'unknown_column'],
      ['?filter=', 'invalid_filter'],
      ['?filter=title', 'invalid_filter'],
      ['?filter=title:is', 'invalid_filter'],
      ['?filter=title:equals:x', 'invalid_filter'],
      ['?filter=price:eq:cheap', 'invalid_filter'],
      ['?filter=price:like:1*', 'invalid_filter'],
      ['?filter=title:in:()', 'invalid_filter'],
      ['?filter={}', 'invalid_filter'],
      ['?filter=cost:eq:5', 'unknown_column'],
      ['?filter=nothing:eq:5', 'unknown_column'],
      ['?filter=%zz', 'validation_failed'],
    ])('refuses %s with 400 %s', async (search, code) => {
      const { status, body } = await list(search);
      expect([status, body.code]).toEqual([400, code]);
      expect(Object.keys(body).sort()).toEqual(
        body.code === 'invalid_limit' || !('details' in body)
          ? ['code', 'error', 'request_id']
          : ['code', 'details', 'error', 'request_id'],
      );
    });
  });

  describe('404', () => {
    it('answers 404 for an unknown table', async () => {
      for (const name of [
        'nothing',
        'Products',
        '_tables',
        'sqlite_master',
        'pg_class',
        '__proto__',
        'a'.repeat(200),
      ]) {
        const { status, body } = await project.api<Answers>(`/data/${name}`);
        expect([name, status, body.code]).toEqual([name, 404, 'table_not_found']);
      }
    });
  });
});

describe.each(ENGINES)('a list that has learned its cheapest access path on %s', (engine) => {
  const { project } = openTable(engine, {
    name: 'goods',
    rules: PUBLIC,
    columns: [
      { name: 'kind', type: 'text', indexed: true },
      { name: 'rank', type: 'integer', indexed: true },
    ],
  });
  const insert = async (kind: string, ranks: readonly number[]) => {
    const json = ranks.map((rank) => ({ kind, rank }));
    expect((await project.secretApi('/data/goods?return=minimal', { json })).status).toBe(201);
  };
  const list = async () => {
    const { body } = await project.api<Answers>('/data/goods?filter=kind:eq:a&order=rank:desc&limit=3&count=none');
    return body.data.map((row) => row['rank']);
  };

  it('gives the same rows when another path becomes cheaper', async () => {
    await insert(
      'a',
      Array.from({ length: 100 }, (_, rank) => rank),
    );
    // Often enough for the engine to trust the shape, and to remember that walking the ranks was cheap.
    for (let times = 0; times < 8; times += 1) expect(await list()).toEqual([99, 98, 97]);
    const others = Array.from({ length: 100 }, (_, rank) => 1000 + rank);
    await insert('b', others);
    expect(await list()).toEqual([99, 98, 97]);
    await insert('a', [500]);
    expect(await list()).toEqual([500, 99, 98]);
  });
});
