import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DatabaseFailure } from '../../../database/errors.ts';
import type { Run } from './run.ts';
import { RunRecorder } from './run-recorder.ts';

function newRun(): Run {
  return {
    id: '0190b000-0000-7000-8000-000000000000',
    store: 'p_one',
    functionName: 'one',
    trigger: 'http',
    caller: 'anonymous',
    scheduledFor: null,
    deliveryId: null,
    jobId: null,
    attempt: 1,
    startedMs: 0,
    deadlineMs: 1000,
    payload: null,
    request: null,
    log: [],
    storedLines: 0,
    isErrorStored: false,
    status: 'succeeded',
    durationMs: 1,
    error: null,
  };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('while storage fails, runs are retried periodically instead of on every call', async () => {
  let writes = 0;
  let isFull = true;
  const recorder = new RunRecorder({
    database: {
      write: async () => {
        writes += 1;
        if (isFull) throw new DatabaseFailure({ kind: 'storage_full', message: 'the disk is full' });
        return { results: [], replayed: false };
      },
    },
    runsStore: { saveStep: () => ({ kind: 'plain', statement: { text: '', values: [] } }) },
    lineSteps: () => [],
    onError: () => undefined,
  });
  const finish = async (runs: number): Promise<void> => {
    for (let ended = 0; ended < runs; ended += 1) void recorder.finish(newRun());
    await vi.advanceTimersByTimeAsync(0);
  };
  await finish(500);
  expect(writes).toBe(1);
  await finish(100);
  expect(writes).toBe(1);
  await vi.advanceTimersByTimeAsync(500);
  expect(writes).toBe(2);
  isFull = false;
  await vi.advanceTimersByTimeAsync(500);
  expect(writes).toBe(3);
  await finish(500);
  expect(writes).toBe(4);
});
