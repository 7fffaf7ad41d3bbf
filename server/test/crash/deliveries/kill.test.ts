import { test } from 'vitest';
import { killRounds } from './kill-rounds.ts';

test('a process killed at any moment delivers every answered change, and any duplicate has the same id (more rounds: npm run test:crash)', async () => {
  await killRounds(3);
}, 120_000);
