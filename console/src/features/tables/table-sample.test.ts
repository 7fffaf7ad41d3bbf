import { expect, test } from 'vitest';
import { readSample } from './table-sample.ts';

test('pasted CSV gives columns, types and rows', () => {
  const csv =
    'Title,Unit price,inStock,id,Day,Zip\r\n"Tea, ""green""",3.5,TRUE,7,2026-03-14,01234\r\nMug,,false,8,2026-03-15,10115\r\n';
  expect(readSample(csv)).toEqual({
    columns: [
      { name: 'title', type: 'text' },
      { name: 'unit_price', type: 'number' },
      { name: 'in_stock', type: 'boolean' },
      { name: 'day', type: 'date' },
      { name: 'zip', type: 'text' },
    ],
    rows: [
      { title: 'Tea, "green"', unit_price: 3.5, in_stock: true, day: '2026-03-14', zip: '01234' },
      { title: 'Mug', unit_price: null, in_stock: false, day: '2026-03-15', zip: '10115' },
    ],
  });
});

test('JSON may be a list, a list in data, or one object; cells of a spreadsheet are separated by tabs', () => {
  const columns = [
    { name: 'n', type: 'integer' },
    { name: 'tags', type: 'json' },
  ];
  for (const text of [
    '[{"n": 1, "tags": ["a"]}]',
    '{"data": [{"n": 1, "tags": ["a"]}], "count": 1}',
    '{"n": 1, "tags": ["a"]}',
  ]) {
    expect(readSample(text)).toEqual({ columns, rows: [{ n: 1, tags: ['a'] }] });
  }
  expect(readSample('a\tb\n1\t2026-03-14T09:26:53Z')?.columns.map(({ type }) => type)).toEqual([
    'integer',
    'timestamp',
  ]);
});

test.each(['', 'only a heading', '[1, 2]', '{"half"', 'id,created_at\n1,2'])('%j does not make a table', (text) => {
  expect(readSample(text)).toBeUndefined();
});
