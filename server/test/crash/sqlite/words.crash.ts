import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { cutPower } from './cut-power.ts';
import { auditWords } from './words-ledger.ts';
import { killWordsRounds, WORDS_WRITER } from './words-rounds.ts';

const ROUNDS = 80;
const CUTS = 100;
const WRITES = 400;
const WHOLE = { wrong: 0, integrity: 'ok' };

test(`after ${ROUNDS} kills at random moments the index has exactly the words of every row`, async () => {
  const { audits, acknowledged } = await killWordsRounds(ROUNDS);
  expect(acknowledged).toBeGreaterThan(ROUNDS);
  expect(audits).toEqual(audits.map(() => WHOLE));
});

test('after a power cut at any moment the index has exactly the words of every row', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'words-power-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const program = (directory: string) => [WORDS_WRITER.pathname, directory, '0', String(WRITES)];
  const audits = await cutPower({ folder, program, writes: WRITES, cuts: CUTS, audit: auditWords });
  expect(audits).toEqual(Array.from({ length: CUTS }, () => WHOLE));
});
