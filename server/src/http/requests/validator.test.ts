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
