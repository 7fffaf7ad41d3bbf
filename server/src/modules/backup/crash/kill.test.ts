import { test } from 'vitest';
import type { Engine } from '../../../../test/index.ts';
import { killAtPoints } from './kill-points.ts';

/** Right before a backup gets its name, the project the new store, and the old store goes. */
const POINTS: readonly [Engine, readonly string[]][] = [
  ['sqlite', ['^rename ', '^drop$']],
  ['postgres', ['^write projects project_keys']],
];

test.each(POINTS)(
  'killed where it matters most, a backup is whole or absent, a project restored or as before, and a second try works, on %s (every point: npm run test:crash)',
  async (engine, points) => {
    await killAtPoints(engine, points);
  },
  120_000,
);
