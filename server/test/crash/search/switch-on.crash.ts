import { test } from 'vitest';
import { ENGINES } from '../../index.ts';
import { switchOnUnderWrites } from './switch-on.ts';

test.each(ENGINES)('a search index over many rows is complete after two kills, on %s', (engine) =>
  switchOnUnderWrites(engine, { rows: 1_000_000, kills: 2 }),
);
