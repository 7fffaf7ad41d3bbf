import { expect, test } from 'vitest';
import { ENGINES } from '../../index.ts';
import { killAtPoints } from './kill-points.ts';

const EXPECTED = [
  'rename ',
  'snapshot',
  'load',
  'write restores',
  'write projects project_keys',
  'write backups',
  'drop',
];

test.each(ENGINES)(
  'a kill before any effect of a backup or restore never leaves a partial result, on %s',
  async (engine) => {
    const points = await killAtPoints(engine, 'every');
    for (const name of EXPECTED) expect(points).toContainEqual(expect.stringMatching(`^${name}`));
  },
);
