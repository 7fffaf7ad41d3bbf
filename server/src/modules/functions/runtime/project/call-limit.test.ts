import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type CallKind, createCallLimit } from './call-limit.ts';

/** Creates calls that run until the test ends them. */
function openScene(isAlone: () => boolean) {
  const limit = createCallLimit(isAlone);
  const running: (() => void)[] = [];
  let refused = 0;
  const call = async (kind: CallKind = 'caller', onStart: () => void = () => undefined): Promise<void> => {
    const outcome = await limit.run(kind, () => {
      onStart();
      return new Promise<true>((resolve) => running.push(() => resolve(true)));
    });
    if (outcome === undefined) refused += 1;
  };
  return {
    running,
    call,
    refused: () => refused,
    async callTimes(count: number, kind: CallKind = 'caller') {
      for (let started = 0; started < count; started += 1) void call(kind);
      await settled();
    },
    async endFirst() {
      running.shift()?.();
      await settled();
    },
  };
}

const settled = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('calls of the only active project', () => {
  it('background calls wait until no caller waits', async () => {
    const scene = openScene(() => true);
    await scene.callTimes(16);
    let hasStarted = false;
    void scene.call('background', () => {
      hasStarted = true;
    });
    await scene.callTimes(1);
    await scene.endFirst();
    expect(hasStarted).toBe(false);
    await scene.endFirst();
    expect(hasStarted).toBe(true);
    expect(scene.refused()).toBe(0);
  });

  it('16 run and 64 wait; more are refused', async () => {
    const scene = openScene(() => true);
    await scene.callTimes(81);
    expect([scene.running.length, scene.refused()]).toEqual([16, 1]);
    await scene.endFirst();
    expect(scene.running).toHaveLength(16);
  });

  it('nested calls have their own places', async () => {
    const scene = openScene(() => true);
    await scene.callTimes(16);
    await scene.callTimes(65, 'nested');
    expect([scene.running.length, scene.refused()]).toEqual([16 + 64, 1]);
  });
});

describe('calls of one project among several', () => {
  it('start one at a time, each when the one before ends', async () => {
    const scene = openScene(() => false);
    await scene.callTimes(5);
    expect(scene.running).toHaveLength(1);
    await scene.endFirst();
    expect(scene.running).toHaveLength(1);
  });

  it('that run long let others start, up to 16', async () => {
    const scene = openScene(() => false);
    await scene.callTimes(40);
    await vi.advanceTimersByTimeAsync(1);
    expect(scene.running).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(1000);
    expect(scene.running).toHaveLength(16);
    // The next call takes the free place at once.
    await scene.endFirst();
    expect(scene.running).toHaveLength(16);
  });

  it('have as many places to run and wait as those of the only project', async () => {
    const scene = openScene(() => false);
    await scene.callTimes(81);
    expect([scene.running.length, scene.refused()]).toEqual([1, 1]);
  });

  it('start in order of arrival, even after the other projects have finished', async () => {
    let isAlone = false;
    const scene = openScene(() => isAlone);
    await scene.callTimes(4);
    isAlone = true;
    await scene.callTimes(1);
    expect(scene.running).toHaveLength(1);
    await scene.endFirst();
    expect(scene.running).toHaveLength(4);
  });
});
