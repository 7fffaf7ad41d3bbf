import { expect, test } from 'vitest';
import { LoadWatch } from './load-watch.ts';

const LIMIT_MS = 10;

interface Moment {
  /** Processor time since the start; undefined on a system that does not report it. */
  readonly spent: number | undefined;
  readonly isResponsive?: boolean;
}

/** Watches a module that never loads through these moments. Returns how many of them passed before its process was ended. */
async function momentsBeforeEnd(moments: readonly Moment[]): Promise<number | undefined> {
  const { promise, resolve } = Promise.withResolvers<number | undefined>();
  let looks = -1;
  const watch = new LoadWatch(
    {
      processorMs: async () => {
        looks += 1;
        if (looks === 0) return moments[0]?.spent === undefined ? undefined : 5000;
        const moment = moments[looks - 1];
        if (moment === undefined) resolve(undefined);
        return moment?.spent === undefined ? undefined : 5000 + moment.spent;
      },
      isResponsive: async () => moments[looks - 1]?.isResponsive ?? false,
      kill: () => resolve(looks),
    },
    LIMIT_MS,
  );
  const ended = await promise;
  expect(watch.isEndless).toBe(ended !== undefined);
  watch.clear();
  return ended;
}

const starved = { spent: 1 };
const free = { spent: 1, isResponsive: true };

test.each([
  { module: 'computes without end', moments: [{ spent: 4 }, { spent: LIMIT_MS }], ended: 2 },
  { module: 'waits for what never comes', moments: [free, free, free], ended: 2 },
  { module: 'answered once on its way', moments: [free, starved, free, starved], ended: undefined },
  { module: 'gets no processor', moments: Array.from({ length: 10 }, () => starved), ended: undefined },
])('a module that $module is ended at check $ended', async ({ moments, ended }) => {
  expect(await momentsBeforeEnd(moments)).toBe(ended);
});

test('where the system reports no processor time, the clock decides', async () => {
  const unknown = Array.from({ length: 100 }, () => ({ spent: undefined }));
  expect(await momentsBeforeEnd(unknown)).toBeGreaterThan(0);
});

test('a module that has loaded while it is looked at is not ended', async () => {
  const asked = Promise.withResolvers<void>();
  const told = Promise.withResolvers<number>();
  const kills: string[] = [];
  let times = 0;
  const processorMs = (): Promise<number> => {
    times += 1;
    if (times === 2) asked.resolve();
    return times === 1 ? Promise.resolve(0) : told.promise;
  };
  const kill = (): void => void kills.push('killed');
  const watch = new LoadWatch({ processorMs, isResponsive: async () => true, kill }, LIMIT_MS);
  await asked.promise;
  watch.clear();
  told.resolve(LIMIT_MS);
  await told.promise;
  await Promise.resolve();
  expect([kills, watch.isEndless]).toEqual([[], false]);
});
