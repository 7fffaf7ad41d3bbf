import { expect, test } from 'vitest';
import { killRounds } from './kill-rounds.ts';
import { openRoundsBucket, openRoundsFolder } from './rounds-places.ts';

/** `ARCHIVE_ROUNDS` makes the run longer. */
const ROUNDS = Number(process.env['ARCHIVE_ROUNDS'] ?? 100);

test(`${ROUNDS} kills, stops and power cuts with an archive in a folder: each recovery has what was archived, and nothing false`, async () => {
  const report = await killRounds(ROUNDS, openRoundsFolder(['sound', 'sound', 'sound', 'failing', 'slow']));
  process.stdout.write(`${JSON.stringify(report)}\n`);
  expect(report.acknowledged).toBeGreaterThan(ROUNDS);
  expect(report.problems).toEqual([]);
});

test(`${Math.ceil(ROUNDS / 4)} kills, stops and power cuts with an archive in an object store that refuses and loses answers`, async () => {
  const report = await killRounds(Math.ceil(ROUNDS / 4), openRoundsBucket(['sound', 'failing']));
  process.stdout.write(`${JSON.stringify(report)}\n`);
  expect(report.acknowledged).toBeGreaterThan(ROUNDS / 4);
  expect(report.problems).toEqual([]);
});

test(`${Math.ceil(ROUNDS / 8)} kills, stops and power cuts with a place that confirms objects and does not store them: nothing false comes back`, async () => {
  const report = await killRounds(Math.ceil(ROUNDS / 8), openRoundsFolder(['sound', 'lying']));
  process.stdout.write(`${JSON.stringify(report)}\n`);
  expect(report.problems).toEqual([]);
});

test('a place that confirms packs and forgets them is found (negative control)', async () => {
  const { problems } = await killRounds(16, openRoundsFolder(['forgetful']));
  expect(problems.length).toBeGreaterThan(0);
});
