import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { describeCompletion } from '../format/completion.ts';
import { createGeneration } from '../format/generation.ts';
import { objectNames } from '../format/names.ts';
import { PackWriter } from '../format/pack-writer.ts';
import { createSealer } from '../format/sealer.ts';
import { createFolderPlace } from '../place/folder-place.ts';
import type { Place } from '../place/place.ts';
import { chooseGenerations } from './choose-generations.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const BEGUN_MS = Date.UTC(2026, 4, 8, 10);
const WHOLE_MS = Date.UTC(2026, 4, 8, 13);
const AT_MS = Date.UTC(2026, 4, 8, 12, 30);

let root = '';
let place: Place;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'choose-generations-'));
  place = createFolderPlace(root);
});
afterEach(async () => {
  await rm(root, { recursive: true });
});

/** Returns its id. */
async function putGeneration(
  nowMs: number,
  { wholeMs, lastMs = nowMs }: { readonly wholeMs: number; readonly lastMs?: number },
): Promise<string> {
  const options = { machine: 'machine', version: '1', hasFiles: true, passphrase: undefined };
  const generation = await createGeneration({ ...options, nowMs });
  const { id } = generation;
  const image = { store: 'control', untilMs: nowMs, from: 0, until: 1, firstPack: 1, parts: 0, run: 'run' };
  await place.put(objectNames.generation(id), Buffer.from(JSON.stringify(generation)));
  await place.put(objectNames.image(id, image), Buffer.alloc(0));
  await place.put(objectNames.complete(id), describeCompletion(wholeMs));
  const writer = new PackWriter();
  writer.beginStore({ store: 'control', commits: 1, pagesBefore: 0, pageSize: 512 });
  writer.commit(1, lastMs);
  const pack = objectNames.pack(id, { first: 1, last: 1, run: 'run' });
  await place.put(pack, createSealer(undefined).seal(pack, writer.take()));
  return id;
}

async function chooseFirst(
  from: Place,
  atMs: number,
): Promise<{ id: string; notes: readonly string[]; missing: readonly string[] }> {
  for await (const chosen of chooseGenerations(from, { atMs, passphrase: undefined, id: undefined })) {
    if ('problem' in chosen) throw new Error(chosen.problem);
    const { found, notes, missing } = chosen;
    return { id: found.id, notes, missing };
  }
  throw new Error('There is no generation.');
}

function withUnreadable(name: string): Place {
  return {
    ...place,
    get: (wanted) => (wanted === name ? Promise.reject(new Error('EIO: i/o error')) : place.get(wanted)),
  };
}

test('an older generation that ended before the newer one began lacks the changes since then, and says so', async () => {
  const lastMs = BEGUN_MS - 7 * DAY_MS;
  const older = await putGeneration(BEGUN_MS - 30 * DAY_MS, { wholeMs: BEGUN_MS - 29 * DAY_MS, lastMs });
  const newer = await putGeneration(BEGUN_MS, { wholeMs: WHOLE_MS });
  const missing = `Changes after ${new Date(lastMs).toISOString()}: generation ${older} ends there, and is used because ${newer} did not have every store yet.`;
  expect(await chooseFirst(place, AT_MS)).toEqual({
    id: older,
    notes: [
      `Generation ${newer} is newer, but had only begun: not every store was in it. It can be had by --generation.`,
    ],
    missing: [missing],
  });
  expect(await chooseFirst(place, WHOLE_MS)).toEqual({ id: newer, notes: [], missing: [] });
});

test('an older generation that another service still writes lacks nothing', async () => {
  const older = await putGeneration(BEGUN_MS - DAY_MS, { wholeMs: BEGUN_MS - DAY_MS, lastMs: AT_MS - 1 });
  await putGeneration(BEGUN_MS, { wholeMs: WHOLE_MS });
  expect(await chooseFirst(place, AT_MS)).toMatchObject({ id: older, missing: [] });
});

test('an unreadable mark of a generation that is not used does no harm', async () => {
  const older = await putGeneration(BEGUN_MS - DAY_MS, { wholeMs: BEGUN_MS - DAY_MS });
  const newer = await putGeneration(BEGUN_MS, { wholeMs: BEGUN_MS });
  const reading = withUnreadable(objectNames.complete(older));
  expect(await chooseFirst(reading, AT_MS)).toEqual({ id: newer, notes: [], missing: [] });
});

test('a generation whose mark cannot be read counts as one that had only begun, and the recovery says why', async () => {
  const older = await putGeneration(BEGUN_MS - DAY_MS, { wholeMs: BEGUN_MS - DAY_MS });
  const newer = await putGeneration(BEGUN_MS, { wholeMs: BEGUN_MS });
  const reading = withUnreadable(objectNames.complete(newer));
  const chosen = await chooseFirst(reading, AT_MS);
  expect(chosen).toMatchObject({
    id: older,
    notes: [expect.stringMatching(`whether generation ${newer} had every store .*EIO.* by --generation`)],
  });
  expect(chosen.missing).toHaveLength(1);
});
