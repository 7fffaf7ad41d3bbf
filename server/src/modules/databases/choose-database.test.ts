import { expect, test } from 'vitest';
import { type Candidate, chooseDatabase } from './choose-database.ts';

const candidate = (name: string, more: Partial<Candidate> = {}): Candidate => ({
  name,
  acceptsNew: true,
  weight: 1,
  isUsable: true,
  ...more,
});

test.each<[string, readonly Candidate[], Readonly<Record<string, number>>, string | undefined]>([
  ['the emptiest', [candidate('a'), candidate('b'), candidate('c')], { a: 5, b: 2, c: 9 }, 'b'],
  ['one without projects', [candidate('a'), candidate('b')], { a: 1 }, 'b'],
  ['the first of equals', [candidate('a'), candidate('b')], { a: 3, b: 3 }, 'a'],
  ['the one with most room for its weight', [candidate('a'), candidate('b', { weight: 4 })], { a: 1, b: 5 }, 'b'],
  ['a database that accepts new projects', [candidate('a', { acceptsNew: false }), candidate('b')], { b: 9 }, 'b'],
  ['a database that answers', [candidate('a', { isUsable: false }), candidate('b')], { b: 9 }, 'b'],
  ['no database when none accepts projects', [candidate('a', { acceptsNew: false })], {}, undefined],
])('a new project goes to %s', (_, candidates, projects, expected) => {
  expect(chooseDatabase(candidates, new Map(Object.entries(projects)))).toBe(expected);
});
