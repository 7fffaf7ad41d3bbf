import { test } from 'vitest';
import { ENGINES } from '../../../../../test/index.ts';
import { switchOnUnderWrites } from './switch-on.ts';

test.each(ENGINES)('so it is in a table of many rows, after two kills, on %s', (engine) =>
  switchOnUnderWrites(engine, { rows: 200_000, kills: 2 }),
);
