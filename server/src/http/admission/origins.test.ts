import type { IncomingMessage } from 'node:http';
import { describe, expect, test } from 'vitest';
import { TEST_PROJECT } from '../../../test/start-test-http.ts';
import { createOrigins } from './origins.ts';

const good = 'https://app.example.com';

describe('the own origins of a project', () => {
  const settings = {
    appsDomain: 'apps.example.org',
    publicUrl: () => 'https://api.example.org:8443',
    domainOwner: () => undefined,
  };
  const production = createOrigins({ ...settings, mode: 'production' });
  const development = createOrigins({ ...settings, mode: 'development' });

  test.each([
    ['https://app.example.com', true, true],
    ['https://sample.apps.example.org:8443', true, true],
    ['https://sample.apps.example.org', false, false],
    ['https://other.apps.example.org:8443', false, false],
    ['http://localhost:5173', false, true],
    ['http://localhost', false, true],
    ['http://127.0.0.1:8080', false, true],
    ['http://sample.localhost:8787', false, true],
    ['http://other.localhost:8787', false, false],
    ['https://localhost:5173', false, false],
    ['http://localhost:5173.evil.org', false, false],
    ['http://localhost:5173/', false, false],
    ['http://localhost.evil.org', false, false],
    ['http://sample.localhost.evil.org', false, false],
    ['http://127.0.0.1.evil.org', false, false],
  ])('%s: production %s, development %s', (origin, inProduction, inDevelopment) => {
    expect(production.isAllowed(TEST_PROJECT, origin)).toBe(inProduction);
    expect(development.isAllowed(TEST_PROJECT, origin)).toBe(inDevelopment);
  });

  const request = (method: string, headers: Record<string, string>): IncomingMessage =>
    ({ method, headers }) as unknown as IncomingMessage;

  test.each<[string, Record<string, string>, boolean]>([
    ['GET', { origin: 'https://evil.example' }, true],
    ['POST', { origin: 'https://evil.example' }, false],
    ['DELETE', { origin: 'null' }, false],
    ['POST', { 'sec-fetch-site': 'cross-site' }, false],
    ['POST', { 'sec-fetch-site': 'same-origin' }, true],
    ['POST', {}, true],
    ['POST', { origin: 'https://app.example.com', 'sec-fetch-site': 'cross-site' }, true],
    ['PATCH', { origin: 'https://api.example.org:8443' }, true],
    ['POST', { origin: 'https://api.example.org' }, false],
  ])('%s with %j and a cookie passes: %s', (method, headers, passes) => {
    const check = (): void => production.refuseForeignPage(request(method, headers), TEST_PROJECT);
    if (passes) expect(check).not.toThrow();
    else expect(check).toThrow(expect.objectContaining({ code: 'origin_not_allowed' }));
  });

  test('origins of a project are not allowed on the console API', () => {
    const check = (): void => production.refuseForeignPage(request('POST', { origin: good }), undefined);
    expect(check).toThrow(expect.objectContaining({ code: 'origin_not_allowed' }));
  });
});
