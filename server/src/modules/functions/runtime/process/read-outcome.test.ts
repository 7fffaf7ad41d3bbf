import { describe, expect, it } from 'vitest';
import type { FrameKind } from '../wire/frames.ts';
import { readOutcome } from './read-outcome.ts';

function outcomeOf(kind: string, head: unknown, rest = ''): unknown {
  const text = typeof head === 'string' ? head : JSON.stringify(head);
  return readOutcome({ kind: kind as FrameKind, id: 1, number: 0, texts: [text], bytes: Buffer.from(rest) });
}

describe('the outcome that a process reports', () => {
  it('is accepted when the shim sent it', () => {
    expect(outcomeOf('value', '[1]')).toEqual({ kind: 'value', json: '[1]' });
    expect(outcomeOf('nothing', '')).toEqual({ kind: 'value', json: undefined });
    expect(outcomeOf('too_large', '')).toEqual({ kind: 'too_large' });
    expect(outcomeOf('response', { status: 201, headers: [['a', 'b']] }, 'body')).toMatchObject({ status: 201 });
  });

  it.each([
    ['an unknown kind', 'crashed', {}],
    ['an invalid status', 'response', { status: 99, headers: [] }],
    ['a status that is a text', 'response', { status: '200', headers: [] }],
    ['invalid headers', 'response', { status: 200, headers: { a: 'b' } }],
    ['headers that are not texts', 'response', { status: 200, headers: [['a', 1]] }],
    ['a head that is not JSON', 'response', '{'],
  ])('is rejected with %s', (_name, outcome, head) => {
    expect(outcomeOf(outcome, head)).toBe(undefined);
  });

  it('is converted to the expected types, even if a function tampered with the shim', () => {
    const thrown = { name: { a: 1 }, message: ['m'], stack: null, status: 200, code: 7, data: {} };
    expect(outcomeOf('thrown', thrown)).toEqual({
      kind: 'thrown',
      name: '[object Object]',
      message: 'm',
      stack: 'null',
    });
    expect(outcomeOf('thrown', 'null')).toMatchObject({ kind: 'thrown', message: 'undefined' });
  });
});
