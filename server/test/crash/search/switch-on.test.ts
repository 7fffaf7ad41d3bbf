import { test } from 'vitest';
import { ENGINES } from '../../index.ts';
import { switchOnUnderWrites } from './switch-on.ts';

test.each(ENGINES)(
  'a search index built during writes is complete in the end, even when the service is killed, on %s',
  (engine) => switchOnUnderWrites(engine, { rows: 4_000, kills: 1 }),
  180_000,
);
