import { expect, test } from 'vitest';
import { killRounds, type RoundsReport } from './kill-rounds.ts';
import { type OpenedRoundsPlace, openRoundsBucket, openRoundsFolder } from './rounds-places.ts';

/** `ARCHIVE_ROUNDS` makes the run longer. */
const ROUNDS = Number(process.env['ARCHIVE_ROUNDS'] ?? 100);
/** A run of a writer is recovered at so many of its moments, beside its end. */
const LOSSES = Number(process.env['ARCHIVE_LOSSES'] ?? 8);
const LANES = Number(process.env['ARCHIVE_LANES'] ?? 4);
/** `ARCHIVE_SEED` repeats the choices of a run. When a process is killed in the middle of its work differs all the same. */
const SEED = process.env['ARCHIVE_SEED'];

async function run(rounds: number, openPlace: () => Promise<OpenedRoundsPlace>): Promise<RoundsReport> {
  const report = await killRounds(rounds, openPlace, {
    lanes: LANES,
    lossesOfRun: LOSSES,
    ...(SEED === undefined ? {} : { seed: Number(SEED) }),
  });
  process.stdout.write(`${JSON.stringify(report)}\n`);
  return report;
}

test(`${ROUNDS} kills, stops and power cuts with an archive in a folder: each recovery has what was archived, and nothing false`, async () => {
  const report = await run(ROUNDS, () => openRoundsFolder(['sound', 'sound', 'sound', 'failing', 'slow']));
  expect(report.acknowledged).toBeGreaterThan(ROUNDS);
  expect(report.problems).toEqual([]);
});

test(`${Math.ceil(ROUNDS / 4)} kills, stops and power cuts with an archive in an object store that refuses and loses answers`, async () => {
  const report = await run(Math.ceil(ROUNDS / 4), () => openRoundsBucket(['sound', 'failing']));
  expect(report.acknowledged).toBeGreaterThan(ROUNDS / 4);
  expect(report.problems).toEqual([]);
});

test(`${Math.ceil(ROUNDS / 8)} kills, stops and power cuts with a place that confirms objects and does not store them: nothing false comes back`, async () => {
  const report = await run(Math.ceil(ROUNDS / 8), () => openRoundsFolder(['sound', 'lying']));
  expect(report.problems).toEqual([]);
});

test('a place that confirms packs and forgets them is found (negative control)', async () => {
  const { problems } = await killRounds(16, () => openRoundsFolder(['forgetful']), { lanes: LANES });
  expect(problems.length).toBeGreaterThan(0);
});
