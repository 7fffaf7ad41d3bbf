import { expect, test } from 'vitest';
import { killRounds } from './kill-rounds.ts';

test.each([1, 6])(
  'a process killed during writes to %i stores neither loses nor tears an acknowledged write (more rounds: npm run test:crash)',
  async (stores) => {
    const { audits, acknowledged } = await killRounds(5, stores);
    expect(acknowledged).toBeGreaterThan(0);
    for (const audit of audits) expect(audit).toMatchObject({ lost: [], torn: [], integrity: 'ok', countError: 0 });
  },
  120_000,
);
