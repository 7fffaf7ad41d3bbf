// @vitest-environment jsdom
import { expect, test } from 'vitest';
import type { OtherChange } from './history-queries.ts';
import { undoOf } from './undo-actions.ts';

let lastId = 0;

function entry(action: string, target: string, details: OtherChange['details']): OtherChange {
  lastId += 1;
  const actor = { kind: 'account', id: 'a', email: 'ann@example.com' };
  return { id: String(lastId), created_at: '2026-11-27T12:00:00.000Z', action, target, details, actor };
}

const rules = (target: string) => entry('table.update', target, { rules: { read: 'public' }, before: { rules: {} } });
const settings = (...changed: readonly string[]) => entry('settings.update', 'shop', { changed, before: {} });
const deploy = (target: string, version: number) => entry('function.deploy', target, { version });

test.each([
  ['rules', rules('notes')],
  ['settings', settings('auth.signup_enabled')],
  ['a second version of a function', deploy('greet', 2)],
  ['a second deployment', entry('deployment.create', 'd2', { number: 2 })],
])('%s can be undone', (_, change) => {
  expect(undoOf('shop', change, [])).toBeTypeOf('function');
});

test.each([
  ['a first version', deploy('greet', 1)],
  ['a new column', entry('table.update', 'notes', { add_columns: [] })],
  ['settings with secrets', entry('settings.update', 'shop', { changed: ['auth.providers'] })],
  ['a new key', entry('key.create', 'k', {})],
])('%s cannot', (_, change) => {
  expect(undoOf('shop', change, [])).toBeUndefined();
});

test('the newer of two changes of one thing has to be undone first', () => {
  expect(undoOf('shop', rules('notes'), [rules('notes')])).toBeUndefined();
  expect(
    undoOf('shop', rules('notes'), [rules('tasks'), entry('table.update', 'notes', { add_columns: [] })]),
  ).toBeDefined();
  expect(undoOf('shop', settings('a.b', 'a.c'), [settings('a.c')])).toBeUndefined();
  expect(undoOf('shop', settings('a.b'), [settings('a.c')])).toBeDefined();
  expect(undoOf('shop', deploy('greet', 2), [deploy('greet', 3)])).toBeUndefined();
  expect(undoOf('shop', deploy('greet', 2), [deploy('other', 3), entry('function.run', 'greet', {})])).toBeDefined();
});
