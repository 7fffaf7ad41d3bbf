import { beforeAll, describe, expect, it } from 'vitest';
import { type Answers, ENGINES, openTable } from '../../../test/index.ts';

describe.each(ENGINES)('exports on %s', (engine) => {
  const { project } = openTable(engine, {
    name: 'cells',
    rules: { read: { level: 'public', where: 'state:neq:gone' }, create: 'public' },
    columns: [
      { name: 'text', type: 'text' },
      { name: 'state', type: 'text', default: 'here' },
      { name: 'n', type: 'integer' },
      { name: 'data', type: 'json' },
      { name: 'hidden', type: 'text', hidden: true },
    ],
  });
  beforeAll(async () => {
    const rows = [
      { text: '=1+1', n: -5, data: { a: 'x,"y"' }, hidden: 'h' },
      { text: 'a "quoted", text\nof two lines', n: 1 },
      { text: '', n: 2 },
      { text: null, n: 3, data: [1] },
      { text: 'not for all', state: 'gone' },
    ];
    expect((await project.secretApi('/data/cells', { json: rows })).status).toBe(201);
  });

  const download = (search: string) => project.api<Answers>(`/data/cells/export${search}`);

  describe('200', () => {
    it('answers one JSON row per line, and an empty body when there are no rows', async () => {
      const { headers, text } = await download('?format=ndjson&select=n,data');
      expect(headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8');
      expect(headers.get('content-disposition')).toBe('attachment; filename="cells.ndjson"');
      const lines = text.split('\n');
      expect(lines.pop()).toBe('');
      expect(lines.map((line) => JSON.parse(line))).toEqual([
        { n: -5, data: { a: 'x,"y"' } },
        { n: 1, data: null },
        { n: 2, data: null },
        { n: 3, data: [1] },
      ]);
      expect((await download('?format=ndjson&filter=n:eq:99')).text).toBe('');
    });

    it('answers JSON as an attachment with every row and the count', async () => {
      const { status, headers, text } = await download('?format=json&select=text,n');
      expect(status).toBe(200);
      expect(headers.get('content-type')).toMatch(/^application\/json/);
      expect(headers.get('content-disposition')).toBe('attachment; filename="cells.json"');
      expect(text).toBe(
        '{"data":[{"text":"=1+1","n":-5},{"text":"a \\"quoted\\", text\\nof two lines","n":1},{"text":"","n":2},{"text":null,"n":3}],"count":4}',
      );
    });

    it('answers CSV with a header row, quotes, and a guard before formulas', async () => {
      const { status, headers, text } = await download('?format=csv&select=text,n,data');
      expect(status).toBe(200);
      expect(headers.get('content-type')).toMatch(/^text\/csv; ?charset=utf-8/);
      expect(headers.get('content-disposition')).toBe('attachment; filename="cells.csv"');
      expect(text).toBe(
        [
          'text,n,data',
          `'=1+1,-5,"{""a"":""x,\\""y\\""""}"`,
          '"a ""quoted"", text\nof two lines",1,',
          '"",2,',
          ',3,[1]',
          '',
        ].join('\r\n'),
      );
    });

    it('leaves cells as they are with raw=true', async () => {
      const { text } = await download('?format=csv&select=text&raw=true&filter=n:lt:0');
      expect(text).toBe('text\r\n=1+1\r\n');
    });

    it('filters, orders, and answers a header or an empty list when no row matches', async () => {
      expect((await download('?format=json&select=n&order=n:desc&filter=n:gt:1')).text).toBe(
        '{"data":[{"n":3},{"n":2}],"count":2}',
      );
      expect((await download('?format=json&filter=n:gt:100')).text).toBe('{"data":[],"count":0}');
      expect((await download('?format=csv&select=n&filter=n:gt:100')).text).toBe('n\r\n');
      expect((await download('?format=csv&select=n,text&filter=n:lt:0')).text).toBe("text,n\r\n'=1+1,-5\r\n");
    });

    it('shows hidden columns and rows to a secret key only', async () => {
      expect((await download('?format=csv')).text.split('\r\n')[0]).toBe(
        'id,created_at,updated_at,owner_id,text,state,n,data',
      );
      const all = await project.secretApi<Answers>('/data/cells/export?format=json&select=hidden');
      expect([all.body.count, all.body.data[0]]).toEqual([5, { hidden: 'h' }]);
    });

    it('exports more rows than a page holds, each once and in order', async () => {
      await project.createTable({ name: 'many', columns: [{ name: 'n', type: 'integer' }], rules: { read: 'public' } });
      for (let part = 0; part < 50; part += 1) {
        const rows = Array.from({ length: 100 }, (_, n) => ({ n: part * 100 + n }));
        await project.secretApi('/data/many?return=minimal', { json: rows });
      }
      const expected = Array.from({ length: 5000 }, (_, n) => n);
      for (const [order, wanted] of [
        ['', expected],
        ['&order=n:desc', expected.toReversed()],
      ] as const) {
        const { body } = await project.api<Answers>(`/data/many/export?format=json&select=n${order}`);
        expect([body.count, body.data.map((row) => row['n'])]).toEqual([5000, wanted]);
      }
    }, 60_000);
  });

  describe('400', () => {
    it.each([
      ['', 'invalid_format'],
      ['?format=xml', 'invalid_format'],
      ['?format=', 'invalid_format'],
      ['?format=csv&limit=1', 'unknown_parameter'],
      ['?format=csv&format=csv', 'unknown_parameter'],
      ['?format=csv&raw=1', 'validation_failed'],
      ['?format=json&raw=true', 'validation_failed'],
      ['?format=csv&select=hidden', 'unknown_column'],
      ['?format=csv&filter=hidden:eq:h', 'unknown_column'],
      ['?format=csv&filter=', 'invalid_filter'],
      ['?format=csv&order=hidden', 'unknown_column'],
    ])('answers 400 to %j with %s', async (search, code) => {
      const { status, body, headers } = await download(search);
      expect([status, body.code, headers.get('content-disposition')]).toEqual([400, code, null]);
    });
  });
});
