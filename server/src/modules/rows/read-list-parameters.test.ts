import { describe, expect, it } from 'vitest';
import { readListParameters, requireLimit, requireOffset } from './read-list-parameters.ts';

describe('the parameters of a list', () => {
  it('has defaults for everything', () => {
    expect(readListParameters('')).toEqual({});
    expect(requireLimit(undefined)).toBe(100);
    expect(requireOffset(undefined)).toBe(0);
  });

  it.each(['0', '1', '1000'])('accepts the limit %s', (limit) => {
    expect(requireLimit(readListParameters(`limit=${limit}`).limit)).toBe(Number(limit));
  });

  it.each(['1001', '-1', '1.5', '1e2', '', '+1', 'NaN', '0x10', '99999999999999999999', '%31%00'])(
    'refuses the limit %s instead of capping it',
    (limit) => {
      expect(() => requireLimit(readListParameters(`limit=${limit}`).limit)).toThrowError(
        expect.objectContaining({ code: 'invalid_limit' }),
      );
    },
  );

  it.each(['-1', '1.5', '', 'a', '9999999999999999'])('refuses the offset %s', (offset) => {
    expect(() => requireOffset(readListParameters(`offset=${offset}`).offset)).toThrowError(
      expect.objectContaining({ code: 'invalid_limit' }),
    );
  });

  it.each(['yes', 'EXACT', ''])('refuses the count %j', (count) => {
    expect(() => readListParameters(`count=${count}`)).toThrowError(
      expect.objectContaining({ code: 'validation_failed' }),
    );
  });
});
