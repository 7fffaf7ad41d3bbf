import { expect, test } from 'vitest';
import { killRounds } from './kill-rounds.ts';

test('a process killed during writes neither loses nor tears an acknowledged write (more rounds: npm run test:crash)', async () => {
  const { audits, acknowledged } = await killRounds(5);
  expect(acknowledged).toBeGreaterThan(0);
  for (const audit of audits) expect(audit).toMatchObject({ lost: [], torn: [], integrity: 'ok', countError: 0 });
}, 120_000);
