import { expect, test } from 'vitest';
import type { ExportFormat } from '../database.ts';
import { formatPage } from './format-page.ts';

function csv(raw = false): ExportFormat {
  return {
    kind: 'csv',
    raw,
    columns: [
      { name: 'title', json: false },
      { name: 'meta', json: true },
    ],
  };
}

test.each<[string, Record<string, unknown>, string]>([
  ['null is an empty cell', { title: null, meta: null }, ','],
  ['empty text is a pair of quotes', { title: '', meta: null }, '"",'],
  ['plain text is unchanged', { title: 'it is', meta: null }, 'it is,'],
  ['a comma, a quote or a line break needs quotes', { title: 'a,"b"\r\nc', meta: null }, '"a,""b""\r\nc",'],
  ['text that starts like a formula is escaped', { title: '=1', meta: null }, "'=1,"],
  ['the other formula characters are escaped too', { title: '@x,y', meta: null }, `"'@x,y",`],
  ['a tab counts', { title: '\tx', meta: null }, "'\tx,"],
  ['a number is not escaped', { title: -5, meta: null }, '-5,'],
  ['booleans are words', { title: true, meta: null }, 'true,'],
  ['JSON is written as JSON', { title: 'x', meta: { a: [1, '='] } }, 'x,"{""a"":[1,""=""]}"'],
  ['JSON that is text is JSON too', { title: 'x', meta: '=1' }, 'x,"""=1"""'],
  ['a property of the prototype is not a value', { meta: null }, ','],
])('in CSV %s', (_, row, line) => {
  expect(formatPage(csv(), [JSON.stringify(row)])).toBe(`${line}\r\n`);
});

test('raw cells are not escaped', () => {
  expect(formatPage(csv(true), ['{"title":"=1","meta":null}'])).toBe('=1,\r\n');
});

test('JSON rows are joined by commas', () => {
  expect(formatPage({ kind: 'json' }, ['{"a":1}', '{"a":2}'])).toBe('{"a":1},{"a":2}');
  expect(formatPage({ kind: 'json' }, [])).toBe('');
});
