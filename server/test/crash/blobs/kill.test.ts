import { expect, test } from 'vitest';
import { killRounds } from './kill-rounds.ts';

test.each(['recent', 'all'] as const)(
  'after a process is killed during puts, a sweep of %s blobs keeps exactly the committed ones',
  async (scope) => {
    const audits = await killRounds(5, scope);
    expect(audits.at(-1)?.committed).toBeGreaterThan(0);
    expect(audits.reduce((sum, { deleted }) => sum + deleted, 0)).toBeGreaterThan(0);
    for (const audit of audits) expect(audit).toMatchObject({ damaged: [], left: [] });
  },
  120_000,
);
