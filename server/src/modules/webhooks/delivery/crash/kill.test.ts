import { test } from 'vitest';
import { killRounds } from './kill-rounds.ts';

test('whatever moment a process is killed at, every change that was answered arrives, and twice only under the same id (more rounds: npm run test:crash)', async () => {
  await killRounds(3);
}, 120_000);
