import { Type } from 'typebox';
import { expect, it } from 'vitest';
import { textOfForm } from './text-of-form.ts';
import { createValidator } from './validator.ts';

it('refuses record keys that do not match the pattern, including `__proto__`', () => {
  const check = createValidator(
    Type.Object({ parts: Type.Record(Type.String({ pattern: '^[a-z]+$' }), Type.Object({ size: Type.Integer() })) }),
  );
  expect(() => check({ parts: { fine: { size: 1 } } })).not.toThrow();
  for (const name of ['Not Fine', '__proto__', '']) {
    const parts: unknown = JSON.parse(`{${JSON.stringify(name)}:{"size":1}}`);
    expect(() => check({ parts })).toThrow(expect.objectContaining({ code: 'validation_failed' }));
  }
});

it('describes the required form of a text with the words of its schema', () => {
  const id = textOfForm('^p-[0-9]+$', 'must be p- and a number');
  const check = createValidator(
    Type.Object({
      id,
      ids: Type.Array(id),
      maybe: Type.Union([id, Type.Null()]),
      bare: Type.String({ pattern: '^b$' }),
    }),
  );
  expect(() => check({ id: 'x', ids: ['p-1', 'x'], maybe: 'x', bare: 'x' })).toThrow(
    expect.objectContaining({
      details: {
        fields: {
          id: 'must be p- and a number',
          'ids.1': 'must be p- and a number',
          maybe: 'must be p- and a number',
          bare: expect.stringContaining('^b$'),
        },
      },
    }),
  );
});

it('says what a time looks like, and which limit a number must be above', () => {
  const check = createValidator(
    Type.Object({ at: Type.String({ format: 'date-time' }), weight: Type.Number({ exclusiveMinimum: 0 }) }),
  );
  expect(() => check({ at: 'yesterday', weight: 0 })).toThrow(
    expect.objectContaining({
      message: expect.stringContaining('at must be a time with its zone, such as 2026-05-01T09:30:00.250Z'),
      details: { fields: { at: expect.stringMatching(/^must be a time/), weight: 'must be more than 0' } },
    }),
  );
});

it('says in whole words which type, size or range a value must have', () => {
  const check = createValidator(
    Type.Object({
      name: Type.Union([Type.String({ minLength: 1 }), Type.Null()]),
      code: Type.String({ minLength: 1 }),
      flag: Type.Boolean(),
      size: Type.Integer({ minimum: 1 }),
      rate: Type.Number({ maximum: 5 }),
      list: Type.Array(Type.String(), { minItems: 2 }),
      tags: Type.Array(Type.String(), { maxItems: 1 }),
      ids: Type.Array(Type.String()),
    }),
  );
  const sent = { name: 1, code: '', flag: 'x', size: 0, rate: 6, list: ['a'], tags: ['a', 'b'], ids: {} };
  const fields = {
    name: 'must be text',
    code: 'must have at least 1 character',
    flag: 'must be true or false',
    size: 'must be at least 1',
    rate: 'must be at most 5',
    list: 'must have at least 2 items',
    tags: 'must have at most 1 item',
    ids: 'must be an array',
  };
  expect(() => check(sent)).toThrow(expect.objectContaining({ details: { fields } }));
});
