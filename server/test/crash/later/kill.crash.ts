import { test } from 'vitest';
import { ENGINES } from '../../index.ts';
import { killRounds } from './kill-rounds.ts';

test.each(ENGINES)('forty kills lose no job, on %s', (engine) => killRounds(engine, 40));
