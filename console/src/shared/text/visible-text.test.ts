import { expect, test } from 'vitest';
import { hiddenIn, safeHref, visibleLine, visibleText } from './visible-text.ts';

test.each([
  ['plain text', 'plain text'],
  ['two\nlines\tand a tab', 'two\nlines\tand a tab'],
  ['file\u202egnp.exe', 'file‹202e›gnp.exe'],
  ['bell\u0007', 'bell‹0007›'],
  ['a\u200bb\ufeffc\u00add', 'a‹200b›b‹feff›c‹00ad›d'],
  ['tag\u{e0041}', 'tag‹e0041›'],
  ['émile 😀 漢字', 'émile 😀 漢字'],
])('%j is shown as %j', (text, shown) => {
  expect(visibleText(text)).toBe(shown);
});

test('hidden characters in an editable text are reported', () => {
  expect(hiddenIn('file\u202egnp\u0007.exe\u202e')).toBe('‹202e› ‹0007›');
  expect(hiddenIn('two\nlines')).toBe('');
});

test('a text shown on one line has no breaks and ends with a mark if it is cut', () => {
  expect(visibleLine('one\ntwo')).toBe('one two');
  expect(visibleLine('x'.repeat(300), 10)).toBe(`${'x'.repeat(10)}…`);
  expect(visibleLine('x'.repeat(10), 10)).toBe('x'.repeat(10));
});

test.each([
  ['https://example.com/a', true],
  ['http://example.com', true],
  ['mailto:ann@example.com', true],
  ['javascript:alert(1)', false],
  ['data:text/html,x', false],
  ['//example.com', false],
  ['no address', false],
])('%s as the address of a link: %s', (text, isSafe) => {
  expect(safeHref(text)).toBe(isSafe ? text : undefined);
});
