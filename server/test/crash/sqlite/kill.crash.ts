import { expect, test } from 'vitest';
import { killRounds } from './kill-rounds.ts';

const ROUNDS = 120;

test.each([1, 6])(
  `${ROUNDS} kills at random moments neither lose nor tear an acknowledged write to %i stores`,
  async (stores) => {
    const { audits, acknowledged } = await killRounds(ROUNDS, stores);
    expect(acknowledged).toBeGreaterThan(ROUNDS);
    for (const audit of audits) expect(audit).toMatchObject({ lost: [], torn: [], integrity: 'ok', countError: 0 });
  },
);
