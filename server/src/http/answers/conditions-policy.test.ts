import type { IncomingHttpHeaders } from 'node:http';
import { describe, expect, test } from 'vitest';
import { type ConditionVerdict, judgeConditions, rangeApplies, type Validators } from './conditions-policy.ts';

const AT = 'Fri, 02 Jan 2026 03:04:05 GMT';
const BEFORE = 'Fri, 02 Jan 2026 03:04:04 GMT';
const AFTER = 'Fri, 02 Jan 2026 03:04:06 GMT';
const validators: Validators = { etag: '"abc"', lastModifiedMs: Date.UTC(2026, 0, 2, 3, 4, 5, 678) };

describe('conditions', () => {
  test.each<[IncomingHttpHeaders, ConditionVerdict]>([
    [{}, 'send'],
    [{ 'if-none-match': '"abc"' }, 'not_modified'],
    [{ 'if-none-match': 'W/"abc"' }, 'not_modified'],
    [{ 'if-none-match': '"x", W/"y,", "abc"' }, 'not_modified'],
    [{ 'if-none-match': '*' }, 'not_modified'],
    [{ 'if-none-match': '"ab"' }, 'send'],
    [{ 'if-none-match': 'abc' }, 'send'],
    [{ 'if-none-match': '' }, 'send'],
    [{ 'if-modified-since': AT }, 'not_modified'],
    [{ 'if-modified-since': AFTER }, 'not_modified'],
    [{ 'if-modified-since': BEFORE }, 'send'],
    [{ 'if-modified-since': 'yesterday' }, 'send'],
    [{ 'if-modified-since': '2026-01-02T03:04:05Z' }, 'send'],
    [{ 'if-modified-since': 'Fri, 99 Zzz 2026 03:04:05 GMT' }, 'send'],
    // An ETag is more precise than a date.
    [{ 'if-none-match': '"x"', 'if-modified-since': AFTER }, 'send'],
    [{ 'if-none-match': '"abc"', 'if-modified-since': BEFORE }, 'not_modified'],
    [{ 'if-match': '"abc"' }, 'send'],
    [{ 'if-match': '*' }, 'send'],
    [{ 'if-match': '"x"' }, 'precondition_failed'],
    [{ 'if-match': 'W/"abc"' }, 'precondition_failed'],
    [{ 'if-match': '"abc"', 'if-unmodified-since': BEFORE }, 'send'],
    [{ 'if-match': '"abc"', 'if-none-match': '"abc"' }, 'not_modified'],
    [{ 'if-unmodified-since': AT }, 'send'],
    [{ 'if-unmodified-since': BEFORE }, 'precondition_failed'],
    [{ 'if-unmodified-since': 'never' }, 'send'],
  ])('%o: %s', (headers, verdict) => {
    expect(judgeConditions(headers, validators)).toBe(verdict);
  });
});

describe('If-Range', () => {
  test.each<[string | undefined, boolean]>([
    [undefined, true],
    ['"abc"', true],
    ['"x"', false],
    ['W/"abc"', false],
    [AT, true],
    [BEFORE, false],
    [AFTER, false],
    ['tomorrow', false],
    ['', false],
  ])('%s: %s', (header, applies) => {
    expect(rangeApplies(header === undefined ? {} : { 'if-range': header }, validators)).toBe(applies);
  });
});
