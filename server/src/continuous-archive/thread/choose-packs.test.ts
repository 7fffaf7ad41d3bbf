import { describe, expect, test } from 'vitest';
import { choosePacks, type PackMerge, type StoredPack } from './choose-packs.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

function pack(first: number, more: Partial<StoredPack> = {}): StoredPack {
  const whole = { first, last: first, run: 'a', level: 0, bytes: 8_000, lastMs: first * 5_000, ...more };
  return { name: `${whole.first}-${whole.last}-${whole.run}`, ...whole };
}

function range(from: number, to: number, more: Partial<StoredPack> = {}): readonly StoredPack[] {
  return Array.from({ length: to - from + 1 }, (_, index) => pack(from + index, more));
}

const spanOf = (merge: PackMerge | undefined): readonly number[] | undefined => {
  const [first, last] = [merge?.packs[0], merge?.packs.at(-1)];
  return first === undefined || last === undefined ? undefined : [first.first, last.last];
};

describe('choosePacks', () => {
  test.each<[string, readonly StoredPack[], readonly number[] | undefined]>([
    ['31 new packs wait for the 32nd', range(1, 31), undefined],
    ['32 new packs are merged', range(1, 40), [1, 32]],
    ['packs before a restart are merged, however few they are', [...range(1, 3), pack(4, { run: 'b' })], [1, 3]],
    ['packs before a large one are merged', [...range(1, 3), pack(4, { bytes: 1_200_000 }), pack(5)], [1, 3]],
    ['packs on both sides of a missing one are not neighbours', [...range(1, 20), ...range(22, 40)], [1, 20]],
    [
      'a merged pack spans a day at most',
      range(1, 20, {}).map((each, index) => ({ ...each, lastMs: (index * DAY_MS) / 8 })),
      [1, 9],
    ],
    ['large packs are left alone', range(1, 50, { bytes: 1_400_000 }), undefined],
    ['one merged pack before new ones waits', [pack(1, { last: 32, level: 1 }), ...range(33, 50)], undefined],
    ['new packs behind merged ones are merged', [pack(1, { last: 32, level: 1 }), ...range(33, 64)], [33, 64]],
    [
      '32 merged packs are merged again',
      Array.from({ length: 32 }, (_, index) => pack(1 + index * 32, { last: (index + 1) * 32, level: 1 })),
      [1, 1024],
    ],
  ])('%s', (_, packs, expected) => {
    expect(spanOf(choosePacks(packs))).toEqual(expected);
  });

  test('a week of packs, one each five seconds, is merged into fewer than 300, each of them copied at most three times', () => {
    let packs: readonly StoredPack[] = [];
    let copied = 0;
    const count = (7 * DAY_MS) / 5_000;
    for (let first = 1; first <= count; first += 1) {
      packs = [...packs, pack(first)];
      if (first % 32 !== 0) continue;
      for (let merge = choosePacks(packs); merge !== undefined; merge = choosePacks(packs)) {
        const { packs: chosen, level } = merge;
        const [from, to] = spanOf(merge) ?? [];
        copied += (to ?? 0) - (from ?? 0) + 1;
        const merged = pack(from ?? 0, { last: to ?? 0, level, lastMs: chosen.at(-1)?.lastMs ?? 0 });
        const left = packs.filter((each) => !chosen.includes(each));
        packs = [...left, { ...merged, bytes: 2_000 * (merged.last - merged.first + 1) }];
        packs = packs.toSorted((a, b) => a.first - b.first);
      }
    }
    expect(packs.length).toBeLessThan(300);
    expect(copied / count).toBeLessThanOrEqual(3);
  });
});
