import { expect, test } from 'vitest';
import { ReadTurns } from './read-turns.ts';

const readsOf = (store: string, count: number) => Array.from({ length: count }, () => ({ store }));

test('a store that reads alone has at most 64 reads in a thread, so the first read of another waits for no more', () => {
  const turns = new ReadTurns();
  turns.note('busy');
  const { now, later } = turns.take(readsOf('busy', 500));
  expect([now.length, later.length]).toEqual([64, 436]);
  turns.note('rare');
  for (const read of now.slice(0, 24)) turns.ended(read);
  expect(turns.take([...later, { store: 'rare' }]).now).toEqual([{ store: 'rare' }]);
});

test('while several stores read, each has at most 16 reads in a thread', () => {
  const turns = new ReadTurns();
  for (const store of ['one', 'other']) turns.note(store);
  const { now, later } = turns.take([...readsOf('one', 20), ...readsOf('other', 20)]);
  expect(now).toEqual([...readsOf('one', 16), ...readsOf('other', 16)]);
  expect(later).toEqual([...readsOf('one', 4), ...readsOf('other', 4)]);
});
