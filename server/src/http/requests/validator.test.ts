import { Type } from 'typebox';
import { expect, it } from 'vitest';
import { createValidator } from './validator.ts';

it('refuses names that do not fit the pattern a record asks of them, `__proto__` too', () => {
  const check = createValidator(
    Type.Object({ parts: Type.Record(Type.String({ pattern: '^[a-z]+$' }), Type.Object({ size: Type.Integer() })) }),
  );
  expect(() => check({ parts: { fine: { size: 1 } } })).not.toThrow();
  for (const name of ['Not Fine', '__proto__', '']) {
    const parts: unknown = JSON.parse(`{${JSON.stringify(name)}:{"size":1}}`);
    expect(() => check({ parts })).toThrow(expect.objectContaining({ code: 'validation_failed' }));
  }
});
