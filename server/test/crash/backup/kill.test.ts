import { test } from 'vitest';
import type { Engine } from '../../index.ts';
import { killAtPoints } from './kill-points.ts';

/** The steps right before a backup gets its name, before the project switches to the new store, and before the old store is deleted. */
const POINTS: readonly [Engine, readonly string[]][] = [
  ['sqlite', ['^rename ', '^drop$']],
  ['postgres', ['^write projects project_keys']],
];

test.each(POINTS)(
  'a kill at a critical step leaves a backup whole or absent and a project restored or unchanged, and a retry works, on %s (every point: npm run test:crash)',
  async (engine, points) => {
    await killAtPoints(engine, points);
  },
  120_000,
);
