import { expect, test } from 'vitest';
import { killRounds } from './kill-rounds.ts';

const ROUNDS = 120;

test(`${ROUNDS} kills at random moments neither lose nor tear an acknowledged write`, async () => {
  const { audits, acknowledged } = await killRounds(ROUNDS);
  expect(acknowledged).toBeGreaterThan(ROUNDS);
  for (const audit of audits) expect(audit).toMatchObject({ lost: [], torn: [], integrity: 'ok', countError: 0 });
});
