import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type CallKind, createCallLimit } from './call-limit.ts';

/** Calls that run until they are told to end. */
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
      for (let made = 0; made < count; made += 1) void call(kind);
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

describe('calls of a project that is alone', () => {
  it('background calls wait until no caller does', async () => {
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

  it('16 run and 64 wait; more are turned away', async () => {
    const scene = openScene(() => true);
    await scene.callTimes(81);
    expect([scene.running.length, scene.refused()]).toEqual([16, 1]);
    await scene.endFirst();
    expect(scene.running).toHaveLength(16);
  });

  it('nested ones have places of their own', async () => {
    const scene = openScene(() => true);
    await scene.callTimes(16);
    await scene.callTimes(65, 'nested');
    expect([scene.running.length, scene.refused()]).toEqual([16 + 64, 1]);
  });
});

describe('calls of a project beside others', () => {
  it('one begins at a time, the next when it ends', async () => {
    const scene = openScene(() => false);
    await scene.callTimes(5);
    expect(scene.running).toHaveLength(1);
    await scene.endFirst();
    expect(scene.running).toHaveLength(1);
  });

  it('those that last make room for others to begin, up to 16', async () => {
    const scene = openScene(() => false);
    await scene.callTimes(40);
    await vi.advanceTimersByTimeAsync(1);
    expect(scene.running).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(1000);
    expect(scene.running).toHaveLength(16);
    // The one that takes its place begins as well.
    await scene.endFirst();
    expect(scene.running).toHaveLength(16);
  });

  it('as many have a place, to run or to wait in, as of one that is alone', async () => {
    const scene = openScene(() => false);
    await scene.callTimes(81);
    expect([scene.running.length, scene.refused()]).toEqual([1, 1]);
  });

  it('nobody overtakes who waits, also when the others have gone', async () => {
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
