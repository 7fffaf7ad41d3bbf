import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestHttp, type TestHttp } from '../../../test/start-test-http.ts';
import type { DatabaseErrorKind } from '../../database/database.ts';
import { DatabaseFailure } from '../../database/errors.ts';
import { openRoute } from '../route.ts';

let thrown: unknown;
const routes = [
  openRoute({
    method: 'GET',
    path: '/throw',
    id: 'getThrow',
    summary: 'x',
    responses: {},
    handle: () => Promise.reject(thrown),
  }),
];

let http: TestHttp;
beforeAll(async () => {
  http = await startTestHttp({ routes });
});
afterAll(() => http.close());

const code = (body: unknown): unknown => (body as { code?: unknown }).code;

describe('failures of the database and bugs', () => {
  test.each<[DatabaseErrorKind, number, string, string | null]>([
    ['overloaded', 503, 'overloaded', '1'],
    ['unavailable', 503, 'unavailable', '1'],
    ['stale_schema', 503, 'unavailable', '1'],
    ['timeout', 504, 'query_timeout', null],
    ['storage_full', 507, 'storage_full', null],
    ['out_of_range', 400, 'validation_failed', null],
    ['unique_violation', 409, 'duplicate', null],
    ['foreign_key_violation', 409, 'in_use', null],
    ['idempotency_conflict', 409, 'idempotency_conflict', null],
    ['failed', 500, 'internal_error', null],
  ])('%s is %i %s', async (kind, status, expected, retryAfter) => {
    thrown = new DatabaseFailure({ kind, message: 'SELECT secret FROM /data/x.db' });
    const reply = await http.api('/throw');
    expect([reply.status, code(reply.body), reply.headers.get('retry-after')]).toEqual([status, expected, retryAfter]);
    expect(reply.text).not.toContain('SELECT');
  });

  test('any other error is 500, reveals nothing and is logged once with its cause and request id', async () => {
    const logged: { fields: object; message: string }[] = [];
    const log = (fields: object, message: string): void => void logged.push({ fields, message });
    const logger = {
      debug: () => undefined,
      info: log,
      warn: log,
      error: log,
      isLevelEnabled: () => false,
      flush: () => undefined,
    };
    await using other = await startTestHttp({ routes, logger });
    thrown = new TypeError('secret of /srv/file.ts', { cause: new Error('below') });
    const reply = await other.api('/throw?token=abc');
    expect(reply.status).toBe(500);
    expect(reply.text).not.toContain('secret');
    expect(logged).toHaveLength(1);
    expect(logged[0]?.fields).toMatchObject({
      request_id: reply.headers.get('x-request-id'),
      path: '/throw',
      status: 500,
    });
    expect(JSON.stringify(logged[0])).toContain('secret of');
    expect(JSON.stringify(logged[0])).toContain('below');
    expect(JSON.stringify(logged[0])).not.toContain('abc');
  });
});
