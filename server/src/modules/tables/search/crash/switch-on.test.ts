import { test } from 'vitest';
import { ENGINES } from '../../../../../test/index.ts';
import { switchOnUnderWrites } from './switch-on.ts';

test.each(ENGINES)(
  'an index that is built while rows are written is whole in the end, though the service was killed, on %s',
  (engine) => switchOnUnderWrites(engine, { rows: 4_000, kills: 1 }),
  180_000,
);
