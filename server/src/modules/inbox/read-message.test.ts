import { describe, expect, it } from 'vitest';
import { ServiceError } from '../../platform/errors.ts';
import { readMessage } from './read-message.ts';

const EMOJI = '👍';

function problemsOf(sent: unknown): unknown {
  try {
    readMessage(sent);
  } catch (error) {
    if (error instanceof ServiceError) return [error.code, Object.keys(error.details?.['fields'] ?? {})];
    throw error;
  }
  return undefined;
}

describe('a message', () => {
  it('with only a body has no other field set', () => {
    expect(readMessage({ body: 'Hello' })).toEqual({
      body: 'Hello',
      fromName: null,
      fromEmail: null,
      metadata: '{}',
      captchaToken: null,
      isTrapped: false,
    });
  });

  it('keeps its body as sent, trims the name and normalises the address', () => {
    const sent = { body: '  a\n b ', from_name: ' Ann ', from_email: ' Ann@Example.com ', metadata: { a: [1] } };
    expect(readMessage(sent)).toMatchObject({
      body: '  a\n b ',
      fromName: 'Ann',
      fromEmail: 'ann@example.com',
      metadata: '{"a":[1]}',
    });
  });

  it('treats blank optional fields as missing', () => {
    const sent = { body: 'a', from_name: ' ', from_email: '', captcha_token: null, _gotcha: '' };
    expect(readMessage(sent)).toMatchObject({ fromName: null, fromEmail: null, isTrapped: false });
  });

  it.each<[string, unknown, unknown]>([
    ['5,000 emoji', { body: EMOJI.repeat(5000) }, undefined],
    ['5,001 emoji', { body: EMOJI.repeat(5001) }, ['validation_failed', ['body']]],
    ['5,000 letters', { body: 'a'.repeat(5000) }, undefined],
    ['5,001 letters', { body: 'a'.repeat(5001) }, ['validation_failed', ['body']]],
    ['a million letters', { body: 'a'.repeat(1_000_000) }, ['validation_failed', ['body']]],
    ['an empty body', { body: '' }, ['validation_failed', ['body']]],
    ['blanks of all kinds', { body: ' \t\n\u00a0\u2003\u3000' }, ['validation_failed', ['body']]],
    ['no body', {}, ['validation_failed', ['body']]],
    ['a body that is no text', { body: 1 }, ['validation_failed', ['body']]],
    ['NUL in the body', { body: 'a\0' }, ['validation_failed', ['body']]],
    ['half a character in the body', { body: 'a\ud83d' }, ['validation_failed', ['body']]],
    ['a name of two lines', { body: 'a', from_name: 'a\r\nBcc: b@example.com' }, ['validation_failed', ['from_name']]],
    ['a name of 201 characters', { body: 'a', from_name: 'a'.repeat(201) }, ['validation_failed', ['from_name']]],
    ['a name of 200 emoji', { body: 'a', from_name: EMOJI.repeat(200) }, undefined],
    ['no address', { body: 'a', from_email: 'ann' }, ['validation_failed', ['from_email']]],
    ['two addresses', { body: 'a', from_email: 'a@example.com, b@example.com' }, ['validation_failed', ['from_email']]],
    [
      'an address of two lines',
      { body: 'a', from_email: 'a@b.c\r\nBcc: d@e.f' },
      ['validation_failed', ['from_email']],
    ],
    ['metadata that is a list', { body: 'a', metadata: [] }, ['validation_failed', ['metadata']]],
    ['metadata that is text', { body: 'a', metadata: 'a' }, ['validation_failed', ['metadata']]],
    ['metadata that is null', { body: 'a', metadata: null }, ['validation_failed', ['metadata']]],
    ['NUL in metadata', { body: 'a', metadata: { 'a\0': 1 } }, ['validation_failed', ['metadata']]],
    ['metadata of 16 KB', { body: 'a', metadata: { a: 'x'.repeat(16_384 - 8) } }, undefined],
    [
      'metadata of a byte more',
      { body: 'a', metadata: { a: 'x'.repeat(16_384 - 7) } },
      ['validation_failed', ['metadata']],
    ],
    ['an unknown field', { body: 'a', status: 'read' }, ['validation_failed', ['status']]],
    ['no object', ['a'], ['validation_failed', ['body']]],
    ['several problems', { body: ' ', from_email: 'x' }, ['validation_failed', ['body', 'from_email']]],
  ])('with %s', (_, sent, problems) => {
    expect(problemsOf(sent)).toEqual(problems);
  });

  it('may have a field called __proto__ in its metadata', () => {
    const { metadata } = readMessage(JSON.parse('{"body":"a","metadata":{"__proto__":{"x":1},"constructor":"c"}}'));
    expect(metadata).toBe('{"__proto__":{"x":1},"constructor":"c"}');
    expect(Object.hasOwn(Object.prototype, 'x')).toBe(false);
  });
});
