import { expect, test } from 'vitest';
import type { CallOutcome } from '../../runtime/index.ts';
import { invokeResult } from './invoke-result.ts';

const THROWN = { kind: 'thrown', name: 'Error', message: 'it broke', stack: '' } as const;

const CASES: readonly (readonly [CallOutcome, number, string | undefined])[] = [
  [{ kind: 'value', json: '5' }, 200, undefined],
  [THROWN, 500, 'function_error'],
  [{ ...THROWN, status: 404 }, 404, 'function_error'],
  [{ ...THROWN, status: 499, code: 'mine' }, 499, 'mine'],
  [{ ...THROWN, status: 500, code: 'mine' }, 500, 'function_error'],
  [{ ...THROWN, status: 200 }, 500, 'function_error'],
  [{ ...THROWN, status: Number.NaN }, 500, 'function_error'],
  [{ kind: 'response', status: 200, headers: [], body: new Uint8Array() }, 500, 'function_error'],
  [{ kind: 'too_large' }, 500, 'function_error'],
  [{ kind: 'timeout' }, 504, 'function_timeout'],
  [{ kind: 'out_of_memory' }, 500, 'function_out_of_memory'],
  [{ kind: 'crashed' }, 503, 'function_unhealthy'],
  [{ kind: 'unhealthy', reason: 'crashes', retryAfterSeconds: 30 }, 503, 'function_unhealthy'],
];

const hide = (text: string): string => text.replaceAll('broke', '[secret]');

function resultOf(outcome: CallOutcome) {
  return invokeResult({ outcome, durationMs: 7 }, 'request-1', hide);
}

test.each(CASES)('the outcome %j is answered with %i', (outcome, status, code) => {
  const result = resultOf(outcome);
  const body = JSON.parse(result.body) as Record<string, unknown>;
  expect(result.status).toBe(status);
  expect(result.isSuccess).toBe(status === 200);
  if (code === undefined) expect(body).toEqual({ success: true, data: 5, duration_ms: 7 });
  else
    expect(body).toEqual({ success: false, error: expect.any(String), code, request_id: 'request-1', duration_ms: 7 });
});

test('a failure redacts secrets in its message and data, and says when to retry', () => {
  expect(JSON.parse(resultOf({ ...THROWN, status: 400, data: '{"why":"broke"}' }).body)).toMatchObject({
    error: 'it [secret]',
    data: { why: '[secret]' },
  });
  expect(resultOf({ kind: 'unhealthy', reason: 'crashes', retryAfterSeconds: 30 }).retryAfterSeconds).toBe(30);
  expect(() => resultOf({ kind: 'busy', retryAfterSeconds: 1 })).toThrow(
    expect.objectContaining({ code: 'rate_limited', retryAfterSeconds: 1 }),
  );
});
