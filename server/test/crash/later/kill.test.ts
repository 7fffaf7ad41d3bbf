import { test } from 'vitest';
import { ENGINES } from '../../index.ts';
import { killRounds } from './kill-rounds.ts';

test.each(ENGINES)(
  'a process killed at any moment loses no job, on %s (more rounds: npm run test:crash)',
  (engine) => killRounds(engine, 3),
  180_000,
);
