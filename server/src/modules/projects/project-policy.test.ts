import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isProjectId, projectIdFrom, requireOrigins } from './project-policy.ts';

const RANDOM = (): string => 'A-b_9xyz';

it.each([
  ['Shop', 0, 'shop'],
  ['  My   Shop! ', 0, 'my-shop'],
  ['Ünïcode', 0, 'unicode'],
  ['Shop', 1, 'shop-ab9xy'],
  ['42 shops', 0, 'shops'],
  ['日本', 0, 'project-ab9xy'],
  ['A', 0, 'a-ab9xy'],
  ['x'.repeat(100), 0, 'x'.repeat(40)],
  ['x'.repeat(100), 1, `${'x'.repeat(34)}-ab9xy`],
  [`${'x'.repeat(39)} y`, 0, 'x'.repeat(39)],
])('the name %j at attempt %i gives the id %s', (name, attempt, id) => {
  expect(projectIdFrom(name, attempt, RANDOM)).toBe(id);
});

it('every name gives a valid id at every attempt', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 120 }), fc.nat(3), fc.base64String(), (name, attempt, random) =>
      isProjectId(projectIdFrom(name, attempt, () => random)),
    ),
  );
});

it('a repeated origin is stored once', () => {
  expect(requireOrigins(['https://a.example', 'http://b.example:8080', 'https://a.example'])).toEqual([
    'https://a.example',
    'http://b.example:8080',
  ]);
});
