import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { archiverData } from '../../../test/archiver-data.ts';
import { IMAGE_PART_BYTES } from '../format/names.ts';
import { createSealer, type Sealer } from '../format/sealer.ts';
import { createFolderPlace } from '../place/folder-place.ts';
import { createStorePaths } from '../store-paths.ts';
import { createArchiverParts } from './archiver-parts.ts';
import { ImageQueue } from './image-queue.ts';
import { PlaceCalls } from './place-calls.ts';
import { StateStore } from './state-store.ts';
import { StoreFiles } from './store-files.ts';
import { StoreLogs } from './store-logs.ts';

const GENERATION = '20260501T093000Z-0123abcd';
const STORE = 'p_one';

let root = '';
let state: StateStore;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'image-maker-'));
  mkdirSync(join(root, 'projects'));
  state = new StateStore(root);
  const store = new DatabaseSync(createStorePaths(root).store(STORE));
  store.exec('PRAGMA journal_mode = WAL; CREATE TABLE t (content BLOB)');
  store.prepare('INSERT INTO t VALUES (zeroblob(?))').run(2 * IMAGE_PART_BYTES);
  store.close();
});
afterEach(() => {
  state.close();
  rmSync(root, { recursive: true });
});

const folder = () => createFolderPlace(join(root, 'place'));

async function objects(): Promise<readonly string[]> {
  return (await Array.fromAsync(folder().list('generations/'))).map(({ name }) => name);
}

interface RunFaults {
  /** Stops before it puts the last of so many objects. */
  readonly putMax?: number;
  /** Each object arrives only after this. */
  readonly arrival?: Promise<void>;
  readonly sealer?: Sealer;
}

function startRun(run: string, faults: RunFaults = {}) {
  const { putMax = Number.POSITIVE_INFINITY, arrival, sealer = createSealer(undefined) } = faults;
  const stop = new AbortController();
  let puts = 0;
  const place = folder();
  const put: typeof place.put = async (name, bytes) => {
    puts += 1;
    await arrival;
    if (puts < putMax) return await place.put(name, bytes);
    stop.abort();
    throw new Error('stopped by the test');
  };
  const paths = createStorePaths(root);
  const logs = new StoreLogs({ paths, files: new StoreFiles(paths), state, isUnsure: false });
  const parts = createArchiverParts(
    { id: GENERATION, sealer },
    {
      data: archiverData(root, join(root, 'place')),
      run,
      state,
      paths,
      logs,
      place: new PlaceCalls({ ...place, put }, stop.signal, () => undefined),
      imageQueue: new ImageQueue(),
      onError: (error) => {
        throw error;
      },
    },
  );
  logs.begin(parts.packs);
  return { ...parts, logs, [Symbol.dispose]: () => logs.closeAll() };
}

test('the parts of an image that a run left unfinished are deleted by a later run', async () => {
  {
    using first = startRun('first', { putMax: 2 });
    await expect(first.images.make(STORE)).rejects.toThrow();
    expect(await objects()).toHaveLength(1);
  }
  using second = startRun('second');
  await second.retention.run();
  expect(await objects()).toEqual([]);
});

test('the parts of an image stay while it is made, and after it is finished', async () => {
  using first = startRun('first');
  const making = first.images.make(STORE);
  await expect.poll(objects).not.toEqual([]);
  await first.retention.run();
  const image = await making;
  expect(image?.parts).toBe(3);
  await first.retention.run();
  expect(await objects()).toHaveLength(3);
  using second = startRun('second');
  await second.retention.run();
  expect(await objects()).toHaveLength(3);
});

test('the parts of an image whose commits were lost meanwhile are deleted by the same run', async () => {
  using run = startRun('first');
  const making = run.images.make(STORE);
  run.logs.requireImage(STORE);
  expect(await making).toBeUndefined();
  await run.retention.run();
  expect(await objects()).toEqual([]);
});

test('a part that is on its way when its image fails is deleted too', async () => {
  const { promise: arrival, resolve: arrive } = Promise.withResolvers<void>();
  const whole = createSealer(undefined);
  let sealed = 0;
  const seal: Sealer['seal'] = (name, content) => {
    sealed += 1;
    if (sealed === 2) throw new Error('the copy failed');
    return whole.seal(name, content);
  };
  using run = startRun('first', { arrival, sealer: { ...whole, seal } });
  const making = expect(run.images.make(STORE)).rejects.toThrow('the copy failed');
  await expect.poll(() => sealed).toBe(2);
  for (let turns = 0; turns < 10; turns += 1) await nextTurn();
  await run.retention.run();
  arrive();
  await making;
  await expect.poll(objects).toHaveLength(1);
  await run.retention.run();
  expect(await objects()).toEqual([]);
});
