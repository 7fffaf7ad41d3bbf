import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dispositionOf, isShown } from './disposition-policy.ts';

const attached = (name: string): string => dispositionOf(name, { inline: false });

describe('names', () => {
  test.each([
    ['plan.pdf', 'attachment; filename="plan.pdf"'],
    ['my plan.pdf', 'attachment; filename="my plan.pdf"'],
    ['a "b" \\c.txt', 'attachment; filename="a \\"b\\" _c.txt"'],
    ['50%.txt', 'attachment; filename="50%.txt"'],
    ['a%41.txt', `attachment; filename="a%41.txt"; filename*=UTF-8''a%2541.txt`],
    ['Grüße.txt', `attachment; filename="Gr__e.txt"; filename*=UTF-8''Gr%C3%BC%C3%9Fe.txt`],
    ['日本.png', `attachment; filename="__.png"; filename*=UTF-8''%E6%97%A5%E6%9C%AC.png`],
    ["it's (1)*.txt", `attachment; filename="it's (1)*.txt"`],
    ['../../etc/passwd', 'attachment; filename=".._.._etc_passwd"'],
    ['..\\..\\boot.ini', 'attachment; filename=".._.._boot.ini"'],
    ['a\r\nSet-Cookie: x=1', 'attachment; filename="a__Set-Cookie: x=1"'],
    ['a\u0000b.txt', 'attachment; filename="a_b.txt"'],
    ['invoice\u202Efdp.exe', 'attachment; filename="invoice_fdp.exe"'],
    ['\u2066x\u2069.txt', 'attachment; filename="_x_.txt"'],
    ['', 'attachment; filename="download"'],
    ['..', 'attachment; filename="download"'],
    ['\u0000', 'attachment; filename="download"'],
  ])('%j becomes %s', (name, header) => {
    expect(attached(name)).toBe(header);
  });

  test('a lone surrogate does not break the header', () => {
    expect(attached('a\ud800.txt')).toContain('filename="a_.txt"');
  });

  test('for any name the header is one line of visible ASCII', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (name) => {
        expect(attached(name)).toMatch(/^attachment; filename="[\x20-\x7e]*"(; filename\*=UTF-8''[\x21-\x7e]+)?$/);
      }),
    );
  });
});

describe('what is shown', () => {
  test.each(['image/png', 'image/jpeg', 'video/mp4', 'audio/mpeg', 'audio/ogg; codecs=opus', 'application/pdf'])(
    '%s is',
    (type) => expect(isShown(type)).toBe(true),
  );

  test.each([
    'text/html',
    'text/plain',
    'image/svg+xml',
    'text/xml',
    'application/xml',
    'application/xhtml+xml',
    'text/javascript',
    'application/octet-stream',
    'IMAGE/PNG; x',
    'image/*',
    '',
  ])('%j is not', (type) => expect(isShown(type)).toBe(false));
});
