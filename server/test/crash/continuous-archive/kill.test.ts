import { expect, test } from 'vitest';
import { killRounds } from './kill-rounds.ts';
import { openRoundsFolder } from './rounds-places.ts';

test('after kills and power cuts, a recovery has what was archived, and nothing false (more rounds: npm run test:crash)', async () => {
  const { acknowledged, problems } = await killRounds(4, () => openRoundsFolder(['sound', 'failing']));
  expect(acknowledged).toBeGreaterThan(0);
  expect(problems).toEqual([]);
}, 300_000);
