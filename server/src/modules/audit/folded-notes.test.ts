import { expect, it } from 'vitest';
import type { AuditNote } from './audit-note.ts';
import { FoldedNotes } from './folded-notes.ts';

const MINUTE_MS = 60_000;
const project = { id: 'shop', store: 'p_1' } as const;

const failed = (ip: string, changes: Partial<AuditNote> = {}): AuditNote => ({
  project,
  actor: { kind: 'anonymous' },
  action: 'security.sign_in_failed',
  target: 'ann',
  ip,
  ...changes,
});

it('the first note of a kind is taken at once; repetitions become one note with a count after ten minutes', () => {
  const notes = new FoldedNotes();
  notes.add(failed('10.0.0.1'), 0);
  expect(notes.take(1)).toEqual([failed('10.0.0.1')]);
  for (let n = 0; n < 99; n += 1) notes.add(failed('10.0.0.1'), n);
  expect(notes.take(9 * MINUTE_MS)).toEqual([]);
  expect(notes.take(10 * MINUTE_MS)).toEqual([failed('10.0.0.1', { details: { count: 99 } })]);
  expect(notes.take(20 * MINUTE_MS)).toEqual([]);
});

it('notes with another target, actor or network stay separate; an IPv6 /64 counts as one network', () => {
  const notes = new FoldedNotes();
  const user = { kind: 'user', id: 'u1', email: null } as const;
  const others = [failed('10.0.0.1'), failed('10.0.0.2'), failed('10.0.0.1', { target: 'ben' })];
  for (const note of [...others, failed('10.0.0.1', { actor: user })]) notes.add(note, 0);
  notes.add(failed('2001:db8::1'), 0);
  notes.add(failed('2001:db8::2'), 0);
  expect(notes.take(0).map(({ details }) => details?.['count'] ?? 1)).toEqual([1, 1, 1, 1, 2]);
});

it('a flood from many addresses leaves few notes with its size, and hides nothing of other projects', () => {
  const notes = new FoldedNotes();
  for (let n = 0; n < 10_000; n += 1) notes.add(failed(`10.${n >> 8}.${n & 255}.1`), 0);
  notes.add(failed('10.0.0.1', { project: { id: 'bank', store: 'p_2' } }), 0);
  const taken = notes.take(0);
  expect(taken).toHaveLength(252);
  expect(taken.at(-2)).toMatchObject({ target: '*', details: { count: 9750 } });
  expect(taken.at(-2)).not.toHaveProperty('ip');
  expect(taken.at(-1)).toMatchObject({ project: { id: 'bank' }, target: 'ann' });
});

it('the final take returns all pending notes', () => {
  const notes = new FoldedNotes();
  for (let n = 0; n < 3; n += 1) {
    notes.add(failed('10.0.0.1'), 0);
    if (n === 0) notes.take(0);
  }
  expect(notes.take(1, true)).toEqual([failed('10.0.0.1', { details: { count: 2 } })]);
});

it("an address that fills its project's quota of notes is still named", () => {
  const notes = new FoldedNotes();
  for (let n = 0; n < 55; n += 1) notes.add(failed('10.0.0.1', { target: `made-up-${n}` }), 0);
  for (let n = 0; n < 3000; n += 1) notes.add(failed('10.6.6.6', { target: `ann-${n}` }), 0);
  const folded = notes.take(0).filter(({ target }) => target === '*');
  expect(folded.map(({ ip, details }) => [ip, details?.['count']])).toEqual([
    ['10.0.0.1', 5],
    ['10.6.6.6', 3000],
  ]);
});
