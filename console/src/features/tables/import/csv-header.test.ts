import { expect, test } from 'vitest';
import { csvHeader } from './csv-header.ts';

test.each([
  ['title,price\nTea,3', ['title', 'price']],
  ['\ufefftitle, price\r\nTea,3', ['title', 'price']],
  ['"a, b","say ""x""",c\n', ['a, b', 'say "x"', 'c']],
  ['"two\nlines",b', ['two\nlines', 'b']],
  ['only', ['only']],
])('the columns of %j', (text, columns) => {
  expect(csvHeader(text)).toEqual(columns);
});
