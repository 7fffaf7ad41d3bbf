import { expect, test } from 'vitest';
import { recoverableMoments } from './recoverable-moments.ts';

interface Case {
  readonly title: string;
  readonly fromMs?: number;
  readonly toMs?: number;
  readonly settledMs?: number;
  readonly moments?: readonly [fromMs: number, toMs: number];
}

test.each<Case>([
  { title: 'from the first to what is archived', fromMs: 5, toMs: 7, moments: [5, 7] },
  { title: 'to the time before which all is archived', fromMs: 5, toMs: 7, settledMs: 9, moments: [5, 9] },
  { title: 'one', fromMs: 5, toMs: 5, moments: [5, 5] },
  { title: 'none when the first one is not archived yet', fromMs: 5, toMs: 4 },
  { title: 'none when all is archived until before the first', fromMs: 5, toMs: 7, settledMs: 4 },
  { title: 'none before the first image', toMs: 7, settledMs: 9 },
  { title: 'none before anything is archived', fromMs: 5 },
])('the moments of an archive: $title', ({ fromMs, toMs, settledMs, moments }) => {
  const found = recoverableMoments({ fromMs, toMs }, settledMs);
  expect(found && [found.fromMs, found.toMs]).toEqual(moments);
});
