import { test } from 'vitest';
import { ENGINES } from '../../../../../../test/index.ts';
import { killRounds } from './kill-rounds.ts';

test.each(ENGINES)(
  'whatever moment a process is killed at, every job that was ordered runs, on %s (more rounds: npm run test:crash)',
  (engine) => killRounds(engine, 3),
  180_000,
);
