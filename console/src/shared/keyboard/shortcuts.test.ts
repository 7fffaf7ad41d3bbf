import '../../../test/dom.ts';
import { expect, test } from 'vitest';
import { createShortcuts, keysText } from './shortcuts.ts';

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

test('a requested shortcut runs at once, or when its page appears', async () => {
  let time = 0;
  const registry = createShortcuts(() => time);
  const ran: string[] = [];
  const add = (label: string) => registry.add({ keys: '', label, run: () => ran.push(label) });
  add('New table');
  registry.request('New table');
  expect(ran).toEqual(['New table']);
  registry.request('New user');
  add('New user');
  await Promise.resolve();
  expect(ran).toEqual(['New table', 'New user']);
  registry.request('New secret');
  time = 6000;
  add('New secret');
  await Promise.resolve();
  expect(ran).toHaveLength(2);
});
