import { Type } from 'typebox';
import { expect, it } from 'vitest';
import { createQueryReader, refuseParameters } from './query-text.ts';

const read = createQueryReader(
  Type.Object({ search: Type.Optional(Type.String()), limit: Type.Integer({ default: 5 }) }),
);

it('names the unknown or repeated parameter and the allowed ones', () => {
  const refusal = (parameter: string, message: string) =>
    expect.objectContaining({ code: 'unknown_parameter', message, details: { parameter } });
  expect(read('search=a%20b')).toEqual({ search: 'a b', limit: 5 });
  expect(() => read('page=2')).toThrow(refusal('page', 'The parameter "page" is not one of search, limit.'));
  expect(() => read('limit=1&limit=1')).toThrow(refusal('limit', 'The parameter "limit" may be sent only once.'));
  expect(() => refuseParameters('x=1')).toThrow(refusal('x', 'The parameter "x" is not known here.'));
});

it('refuses NUL, which not every database can compare', () => {
  const fields = { search: 'must not contain NUL' };
  expect(() => read('search=a%00')).toThrow(
    expect.objectContaining({ code: 'validation_failed', details: { fields } }),
  );
});
