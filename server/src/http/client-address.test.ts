import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { createClientAddresses } from './client-address.ts';

function request(remoteAddress: string, headers: Record<string, string>): IncomingMessage {
  return { socket: { remoteAddress }, headers } as unknown as IncomingMessage;
}

test.each([
  ['no proxy is trusted', [], '127.0.0.1', '203.0.113.1', '127.0.0.1'],
  ['another proxy is trusted', ['10.0.0.0/8'], '127.0.0.1', '203.0.113.1', '127.0.0.1'],
  ['the proxy is trusted', ['127.0.0.1'], '127.0.0.1', '203.0.113.1', '203.0.113.1'],
  ['a forged address stands further left', ['127.0.0.1'], '127.0.0.1', '1.1.1.1, 203.0.113.1', '203.0.113.1'],
  ['two proxies are trusted', ['127.0.0.1', '10.0.0.0/8'], '127.0.0.1', '203.0.113.1, 10.1.2.3', '203.0.113.1'],
  ['all are trusted', ['127.0.0.1', '10.0.0.0/8'], '127.0.0.1', '10.9.9.9, 10.1.2.3', '10.9.9.9'],
  ['nonsense is sent', ['127.0.0.1'], '127.0.0.1', 'nonsense', '127.0.0.1'],
  ['an IPv4 address comes over IPv6', ['127.0.0.1'], '::ffff:127.0.0.1', '203.0.113.1', '203.0.113.1'],
  ['the proxy has an IPv6 address', ['fd00::/8'], 'fd00::1', '2001:db8::1', '2001:db8::1'],
] as const)('the caller’s address is right when %s', (_name, trusted, remote, forwarded, expected) => {
  expect(createClientAddresses(trusted).ip(request(remote, { 'x-forwarded-for': forwarded }))).toBe(expected);
});

test.each(['203.0.113.7', '::ffff:203.0.113.7', '::FFFF:203.0.113.7', '::ffff:cb00:7107', '0:0:0:0:0:FFFF:CB00:7107'])(
  'an IPv4 address written as %s is the same address',
  (spelling) => {
    const direct = createClientAddresses([]).ip(request(spelling, {}));
    const forwarded = createClientAddresses(['10.0.0.1']).ip(request('10.0.0.1', { 'x-forwarded-for': spelling }));
    expect([direct, forwarded]).toEqual(['203.0.113.7', '203.0.113.7']);
  },
);

test('X-Forwarded-Proto counts only from a trusted proxy, and only its last value', () => {
  const https = request('10.0.0.1', { 'x-forwarded-proto': 'https' });
  expect(createClientAddresses(['10.0.0.1']).isHttps(https)).toBe(true);
  expect(createClientAddresses([]).isHttps(https)).toBe(false);
  const forged = request('10.0.0.1', { 'x-forwarded-proto': 'https, http' });
  expect(createClientAddresses(['10.0.0.1']).isHttps(forged)).toBe(false);
});

test('forwarded addresses count only in requests that prove the right to forward, not in others from the same sender', () => {
  const clients = createClientAddresses([]);
  const headers = { 'x-forwarded-for': '1.1.1.1, 203.0.113.1', 'x-forwarded-proto': 'https' };
  const [proved, other] = [request('192.0.2.1', headers), request('192.0.2.1', headers)];
  clients.trust(proved);
  expect([clients.ip(proved), clients.isHttps(proved)]).toEqual(['203.0.113.1', true]);
  expect([clients.ip(other), clients.isHttps(other)]).toEqual(['192.0.2.1', false]);
});

test('with an https public URL every caller counts as https, whatever the proxies in between', () => {
  expect(createClientAddresses([], 'https://api.example.com').isHttps(request('10.0.0.1', {}))).toBe(true);
  const plain = createClientAddresses(['10.0.0.1'], 'http://api.example.com');
  expect(plain.isHttps(request('10.0.0.1', { 'x-forwarded-proto': 'http' }))).toBe(false);
});
