import { describe, expect, it } from 'vitest';
import { TEST_PROJECT } from '../../../../test/start-test-http.ts';
import { createOrigins } from '../../../http/index.ts';
import { messageOfForm } from './form-message.ts';
import { readNextPage } from './next-page.ts';
import { parseForm } from './read-form.ts';

function parse(text: string) {
  return parseForm(Buffer.from(text));
}

describe('a form', () => {
  it.each<[string, string, readonly unknown[]]>([
    [
      'in order, with names that come again',
      'a=1&b=2&a=3',
      [
        ['a', ['1', '3']],
        ['b', ['2']],
      ],
    ],
    [
      'with blanks, plus signs and Unicode',
      'a+b=c+d%2Be&%C3%A4=%F0%9F%91%8D',
      [
        ['a b', ['c d+e']],
        ['ä', ['👍']],
      ],
    ],
    [
      'without values and without names',
      'a&b=&=c&&d==',
      [
        ['a', ['']],
        ['b', ['']],
        ['', ['c']],
        ['d', ['=']],
      ],
    ],
    [
      'with names of the prototype',
      '__proto__=1&constructor=2',
      [
        ['__proto__', ['1']],
        ['constructor', ['2']],
      ],
    ],
    ['that is empty', '', []],
  ])('is read %s', (_, text, fields) => {
    expect([...parse(text)]).toEqual(fields);
  });

  it.each([
    ['a percent sign alone', 'a=%'],
    ['invalid hexadecimal digits', 'a=%zz'],
    ['invalid UTF-8', 'a=%FF'],
    ['half a character', 'a=%F0%9F'],
    ['invalid UTF-8 in a name', '%C3=a'],
    ['1,001 fields', 'a&'.repeat(1001)],
    ['ten thousand fields', Array.from({ length: 10_000 }, (_, n) => `f${n}=1`).join('&')],
  ])('with %s is refused', (_, text) => {
    expect(() => parse(text)).toThrow(expect.objectContaining({ code: 'validation_failed' }));
  });

  it('with invalid UTF-8 is refused', () => {
    expect(() => parseForm(Buffer.from([0x61, 0x3d, 0xff]))).toThrow(
      expect.objectContaining({ code: 'validation_failed' }),
    );
  });
});

describe('the message of a form', () => {
  it('has the fields of a message; other fields become metadata', () => {
    const fields = parse(
      'body=a%0D%0Ab&from_name=Ann&from_email=a%40example.com&topic=tea&size=1&size=2&_next=x&_gotcha=&cf-turnstile-response=t',
    );
    expect(messageOfForm(fields)).toEqual({
      body: 'a\nb',
      from_name: 'Ann',
      from_email: 'a@example.com',
      metadata: { topic: 'tea', size: ['1', '2'] },
      captcha_token: 't',
      _gotcha: '',
    });
  });

  it('treats a field called __proto__ like any other', () => {
    const { metadata } = messageOfForm(parse('body=a&__proto__=x&__proto__=y')) as { metadata: object };
    expect(JSON.stringify(metadata)).toBe('{"__proto__":["x","y"]}');
    expect(Object.getPrototypeOf(metadata)).toBe(Object.prototype);
  });

  it.each(['body', 'from_name', 'from_email', '_next'])('has %s once', (name) => {
    expect(() => messageOfForm(parse(`body=a&${name}=1&${name}=2`))).toThrow(
      expect.objectContaining({ details: { fields: { [name]: 'must be sent once' } } }),
    );
  });
});

describe('the page after a form', () => {
  const origins = createOrigins({
    mode: 'production',
    appsDomain: 'apps.example',
    publicUrl: () => 'https://service.example',
    domainOwner: () => undefined,
  });
  const next = (text: string, headers: Record<string, string> = {}) =>
    readNextPage({ origins }, { project: TEST_PROJECT, headers }, new Map([['_next', [text]]]));

  it.each<[string, Record<string, string>, string]>([
    ['https://app.example.com/thanks?a=1#b', {}, 'https://app.example.com/thanks?a=1#b'],
    ['/thanks', { referer: 'https://app.example.com/contact' }, 'https://app.example.com/thanks'],
    ['thanks.html', { referer: 'https://app.example.com/a/contact' }, 'https://app.example.com/a/thanks.html'],
    ['/thanks', { origin: 'https://app.example.com' }, 'https://app.example.com/thanks'],
    ['//app.example.com/x', { referer: 'https://app.example.com/' }, 'https://app.example.com/x'],
  ])('is %s', (text, headers, page) => {
    expect(next(text, headers)).toBe(page);
  });

  it.each<[string, Record<string, string>]>([
    ['https://evil.example/', {}],
    ['http://app.example.com/', {}],
    ['https://app.example.com.evil.example/', {}],
    ['https://app.example.com@evil.example/', {}],
    ['https://user:pass@app.example.com/', {}],
    ['//evil.example/', { referer: 'https://app.example.com/' }],
    ['/\\evil.example/', { referer: 'https://app.example.com/' }],
    ['\\\\evil.example', { referer: 'https://app.example.com/' }],
    ['https://app.example.com/\r\nSet-Cookie: a=b', {}],
    ['javascript:alert(1)', { referer: 'https://app.example.com/' }],
    ['data:text/html,x', { referer: 'https://app.example.com/' }],
    ['/thanks', {}],
    ['/thanks', { referer: 'https://evil.example/' }],
    [`https://app.example.com/${'a'.repeat(2048)}`, {}],
  ])('is never %j', (text, headers) => {
    expect(() => next(text, headers)).toThrow(expect.objectContaining({ code: 'validation_failed' }));
  });

  it('is undefined when _next is empty', () => {
    expect(next('')).toBeUndefined();
  });
});
