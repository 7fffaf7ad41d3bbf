import { describe, expect, test } from 'vitest';
import { rejection } from '../../../test/conformance/database/rejection.ts';
import type { RowStep, WriteResult } from '../database.ts';
import { DatabaseFailure } from '../errors.ts';
import { GroupWriter, type GroupWriterOptions } from './group-writer.ts';
import type { WriteRequest } from './idempotency.ts';

const REQUEST = { steps: [], idempotency: undefined };
const WRITTEN: WriteResult = { results: [], replayed: false };

/** `runs`: how many writes each transaction had. */
function openWriter(run: GroupWriterOptions['run'], waitMs = 60_000) {
  const runs: number[] = [];
  const counted: GroupWriterOptions['run'] = (requests, version) => {
    runs.push(requests.length);
    return run(requests, version);
  };
  return { writer: new GroupWriter({ run: counted, onIdle: () => undefined, queuedMax: 10, waitMs }), runs };
}

test('a write that waits too long behind another one is not sent, so it is overload', async () => {
  const first = Promise.withResolvers<readonly WriteResult[]>();
  const { writer, runs } = openWriter(() => first.promise, 50);
  const blocked = writer.write(REQUEST, 0);
  const late = rejection(writer.write(REQUEST, 0));
  const startedAt = performance.now();
  await expect.poll(() => performance.now() - startedAt, { interval: 10 }).toBeGreaterThan(60);
  first.resolve([WRITTEN]);
  expect(await blocked).toBe(WRITTEN);
  expect(await late).toMatchObject({ kind: 'overloaded' });
  expect(runs).toEqual([1]);
});

test('a write that waits too long behind a long one is refused while that one still runs', async () => {
  const { writer, runs } = openWriter(async () => [WRITTEN], 20);
  const long = Promise.withResolvers<void>();
  const first = writer.writeAlone(() => long.promise, undefined);
  const refused = await Promise.all([
    rejection(writer.write(REQUEST, 0)),
    rejection(writer.writeAlone(async () => runs.push(0), undefined)),
  ]);
  expect(refused).toMatchObject(refused.map(() => ({ kind: 'overloaded', hasWaited: true })));
  long.resolve();
  await first;
  expect(await writer.write(REQUEST, 0)).toBe(WRITTEN);
  expect(runs).toEqual([1]);
});

test('when no connection becomes free, the writes of a group fail together instead of waiting one after the other', async () => {
  const failure = new DatabaseFailure({ kind: 'overloaded', message: 'no connection became free in time' });
  const { writer, runs } = openWriter(() => Promise.reject(failure));
  const writes = Array.from({ length: 4 }, () => rejection(writer.write(REQUEST, 0)));
  expect(await Promise.all(writes)).toEqual(Array.from({ length: 4 }, () => failure.error));
  expect(runs).toEqual([1, 3]);
});

describe('beside a change of many rows', () => {
  const change = (action: RowStep['action'], id: string, cascadesTo: readonly string[] = []): WriteRequest => {
    const table = { id, physical: id, cascadesTo };
    return { steps: [{ kind: 'rows', action, table, statements: [], onNoMatch: 'nothing' }], idempotency: undefined };
  };
  const PLAIN: WriteRequest = {
    steps: [{ kind: 'plain', statement: { text: '', values: [] } }],
    idempotency: undefined,
  };
  const WRITES: readonly (readonly [name: string, write: WriteRequest, runsBeside: boolean])[] = [
    ['a new row of the same table', change('insert', 'notes'), true],
    ['a change in another table', change('update', 'others'), true],
    ['a statement of the service', PLAIN, true],
    ['a change in the same table', change('update', 'notes'), false],
    ['a change in a table that its deletes reach', change('delete', 'comments'), false],
    ['a delete that reaches its table', change('delete', 'users', ['notes']), false],
    ['a new row that may refer to a row that it deletes', change('insert', 'comments'), false],
  ];

  test.each(WRITES)('%s: whether it runs at once', async (_, write, runsBeside) => {
    const { writer, runs } = openWriter(async () => [WRITTEN]);
    const large = Promise.withResolvers<void>();
    const first = writer.writeAlone(() => large.promise, {
      changed: new Set(['notes', 'comments']),
      referring: new Set(['comments']),
    });
    const second = writer.write(write, 0);
    await new Promise((resolve) => setImmediate(resolve));
    expect(runs).toEqual(runsBeside ? [1] : []);
    large.resolve();
    await first;
    expect(await second).toBe(WRITTEN);
    expect(runs).toEqual([1]);
  });

  test('the next transaction starts when both have ended', async () => {
    const small = Promise.withResolvers<readonly WriteResult[]>();
    const { writer, runs } = openWriter(() => small.promise);
    const large = Promise.withResolvers<void>();
    const first = writer.writeAlone(() => large.promise, { changed: new Set(['notes']), referring: new Set() });
    const beside = writer.write(change('insert', 'notes'), 0);
    const next = writer.write(change('update', 'notes'), 0);
    large.resolve();
    await first;
    await new Promise((resolve) => setImmediate(resolve));
    expect(runs).toEqual([1]);
    small.resolve([WRITTEN]);
    expect(await Promise.all([beside, next])).toEqual([WRITTEN, WRITTEN]);
    expect(runs).toEqual([1, 1]);
  });

  test('nothing runs beside work whose tables are unknown', async () => {
    const { writer, runs } = openWriter(async () => [WRITTEN]);
    const large = Promise.withResolvers<void>();
    const first = writer.writeAlone(() => large.promise, undefined);
    const second = writer.write(change('insert', 'notes'), 0);
    await new Promise((resolve) => setImmediate(resolve));
    expect(runs).toEqual([]);
    large.resolve();
    await Promise.all([first, second]);
    expect(runs).toEqual([1]);
  });
});
