import { expect, test } from 'vitest';
import { killRounds } from './kill-rounds.ts';

test('fifty kills lose no committed blob and leave no uncommitted one', async () => {
  for (const audit of await killRounds(50, 'recent')) expect(audit).toMatchObject({ damaged: [], left: [] });
});
