import { describe, expect, it } from 'vitest';
import { createLiteralGuard } from '../../platform/safe-fetch/index.ts';
import { requireWebhookUrl } from './webhook-url.ts';

const isClosed = createLiteralGuard(['127.0.0.1:18080', '10.1.0.0/16']);
const longest = `https://example.com/${'a'.repeat(2048 - 'https://example.com/'.length)}`;

describe('an address of a webhook', () => {
  it.each([
    'http://example.com',
    'HTTPS://Example.com:8443/hook?a=1&b=%20#part',
    'https://bücher.example/ü?q=€',
    'https://例え.jp/',
    'https://xn--bcher-kva.example/',
    'https://example.com/a@b:c',
    'https://example.com/?mail=a@b.example',
    'http://8.8.8.8/',
    'http://[2606:4700:4700::1111]/',
    'http://127.0.0.1:18080/opened',
    'http://10.1.2.3/opened',
    'http://localhost/a-name-is-judged-when-it-is-dialled',
    longest,
  ])('%j is stored as written', (text) => {
    expect(requireWebhookUrl(text, isClosed)).toBe(text);
  });

  it.each([
    ['nothing', ''],
    ['no scheme', 'example.com/hook'],
    ['half a scheme', '//example.com'],
    ['one slash', 'https:/example.com'],
    ['no host', 'https://'],
    ['a script', 'javascript:alert(1)'],
    ['a file', 'file:///etc/passwd'],
    ['another scheme', 'ftp://example.com/'],
    ['data', 'data:text/html,x'],
    ['a web socket', 'wss://example.com'],
    ['a name and password', 'https://user:secret@example.com/'],
    ['a name', 'https://user@example.com/'],
    ['empty credentials', 'https://@example.com/'],
    ['a password alone', 'https://:secret@example.com/'],
    ['2,049 characters', `${longest}a`],
    ['a line', 'https://example.com/\r\nHost: evil'],
    ['a tab in the scheme', 'java\tscript:alert(1)'],
    ['a tab in the host', 'https://exa\tmple.com'],
    ['a NUL', 'https://example.com/\0'],
    ['a C1 character', 'https://example.com/\u0085'],
    ['a blank before', ' https://example.com'],
    ['a blank after', 'https://example.com '],
    ['a hard blank', 'https://example.com/\u00a0'],
    ['a line separator', 'https://example.com/\u2028'],
    ['a backslash', 'https:\\\\example.com'],
    ['a backslash for a slash', 'https://example.com\\@evil.example/'],
    ['half a character', 'https://example.com/\ud800'],
    ['a port beyond all', 'https://example.com:70000/'],
    ['a broken address', 'https://[::1/'],
    ['a forbidden character in the host', 'https://exa<mple.com/'],
    ['loopback', 'http://127.0.0.1/'],
    ['loopback at another port', 'http://127.0.0.1:18081/'],
    ['loopback as a number', 'http://2130706433/'],
    ['loopback in hex', 'http://0x7f.1/'],
    ['loopback in full-width digits', 'http://１２７.0.0.1/'],
    ['loopback in IPv6', 'http://[::1]/'],
    ['loopback in disguise', 'http://[::ffff:127.0.0.1]/'],
    ['a private network', 'https://192.168.1.1/'],
    ['a network that is not allowed', 'http://10.2.0.1/'],
    ['the metadata address of a cloud machine', 'http://169.254.169.254/latest/meta-data/'],
    ['nowhere', 'http://0.0.0.0/'],
  ])('%s is refused as invalid_url: %j', (_what, text) => {
    expect(() => requireWebhookUrl(text, isClosed)).toThrow(expect.objectContaining({ code: 'invalid_url' }));
  });
});
