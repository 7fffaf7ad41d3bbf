import { expect, test } from 'vitest';
import { killWordsRounds } from './words-rounds.ts';

test('a process killed while it changes searchable rows leaves index and rows consistent (more rounds: npm run test:crash)', async () => {
  const { audits, acknowledged } = await killWordsRounds(4);
  expect(acknowledged).toBeGreaterThan(0);
  expect(audits).toEqual(audits.map(() => ({ wrong: 0, integrity: 'ok' })));
}, 120_000);
