import '../../../test/dom.ts';
import { expect, test } from 'vitest';
import { keysText } from './shortcuts.ts';

test.each([
  ['mod+enter', 'Ctrl+Enter'],
  ['mod+k', 'Ctrl+K'],
  ['n', 'N'],
  ['g t', 'G then T'],
  ['?', '?'],
  ['Esc', 'Esc'],
])('the keys %s are shown as %s', (keys, text) => {
  expect(keysText(keys)).toBe(text);
});
