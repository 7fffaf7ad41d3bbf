import { expect, test } from 'vitest';
import { rejection } from '../../../test/conformance/database/rejection.ts';
import type { WriteResult } from '../database.ts';
import { DatabaseFailure } from '../errors.ts';
import { GroupWriter, type GroupWriterOptions } from './group-writer.ts';

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

test('when no connection becomes free, the writes of a group fail together instead of waiting one after the other', async () => {
  const failure = new DatabaseFailure({ kind: 'overloaded', message: 'no connection became free in time' });
  const { writer, runs } = openWriter(() => Promise.reject(failure));
  const writes = Array.from({ length: 4 }, () => rejection(writer.write(REQUEST, 0)));
  expect(await Promise.all(writes)).toEqual(Array.from({ length: 4 }, () => failure.error));
  expect(runs).toEqual([1, 3]);
});
