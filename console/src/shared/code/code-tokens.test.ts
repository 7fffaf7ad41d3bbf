import { expect, test } from 'vitest';
import { codeTokens } from './code-tokens.ts';

const coloured = (text: string): readonly string[] =>
  codeTokens(text)
    .filter(({ kind }) => kind !== 'plain')
    .map((token) => `${token.kind} ${token.text}`);

test.each([
  ["const a = 'it\\'s'; // done", ['keyword const', "string 'it\\'s'", 'comment // done']],
  ['return `a $b c` + 12.5', ['keyword return', 'string `a $b c`', 'number 12.5']],
  ['row.default = isnew(null)', ['number null']],
  ['/* open\nuntil the end', ['comment /* open\nuntil the end']],
  ['"no end\nnext', ['string "no end']],
])('colours the words, texts, numbers and comments of %j', (text, expected) => {
  expect(coloured(text)).toEqual(expected);
});

test.each(['', 'a', "let x = 'y'\n\n", '\\`"\'/*', `${'x '.repeat(30_000)}'`])(
  'keeps every character of %j',
  (text) => {
    expect(
      codeTokens(text)
        .map((token) => token.text)
        .join(''),
    ).toBe(text);
  },
);
