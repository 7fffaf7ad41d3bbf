import { test } from 'vitest';
import { killRounds } from './kill-rounds.ts';

test('forty kills lose no delivery', () => killRounds(40));
