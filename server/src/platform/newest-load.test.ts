import { expect, test } from 'vitest';
import { createNewestLoad } from './newest-load.ts';

/** Loads that end when the test says so, in any order. */
function openLoads() {
  const running: PromiseWithResolvers<string>[] = [];
  const kept: string[] = [];
  const load = createNewestLoad(
    () => {
      const begun = Promise.withResolvers<string>();
      running.push(begun);
      return begun.promise;
    },
    (data) => kept.push(data),
  );
  const end = (index: number, data: string): void => running[index]?.resolve(data);
  return { load, end, kept };
}

test('a load has kept its data when it ends, although a later load is still running', async () => {
  const { load, end, kept } = openLoads();
  const first = load();
  const second = load();
  end(0, 'first');
  await first;
  expect(kept).toEqual(['first']);
  end(1, 'second');
  await second;
  expect(kept).toEqual(['first', 'second']);
});

test('a load that ends after a later one keeps nothing', async () => {
  const { load, end, kept } = openLoads();
  const first = load();
  const second = load();
  end(1, 'second');
  await second;
  end(0, 'first');
  await first;
  expect(kept).toEqual(['second']);
});

test('a load that fails leaves the data of the others', async () => {
  const kept: string[] = [];
  const results = [Promise.resolve('first'), Promise.reject(new Error('down')), Promise.resolve('third')];
  const load = createNewestLoad(
    () => results.shift() ?? Promise.resolve(''),
    (data) => kept.push(data),
  );
  await load();
  await expect(load()).rejects.toThrow('down');
  await load();
  expect(kept).toEqual(['first', 'third']);
});
