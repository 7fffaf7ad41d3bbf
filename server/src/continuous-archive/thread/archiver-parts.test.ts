import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { archiverData } from '../../../test/archiver-data.ts';
import { objectNames } from '../format/names.ts';
import { createSealer } from '../format/sealer.ts';
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
  root = mkdtempSync(join(tmpdir(), 'archiver-parts-'));
  state = new StateStore(root);
});
afterEach(() => {
  state.close();
  rmSync(root, { recursive: true });
});

test('a list of stores that is lost before it is sent is sent nevertheless', async () => {
  const directory = join(root, 'place');
  const paths = createStorePaths(root);
  const errors: string[] = [];
  const place = new PlaceCalls(createFolderPlace(directory), new AbortController().signal, () => undefined);
  const sealer = createSealer(undefined);
  const { spool, storeList, shipper } = createArchiverParts(
    { id: GENERATION, sealer },
    {
      data: archiverData(root, directory),
      run: 'run',
      state,
      paths,
      logs: new StoreLogs({ paths, files: new StoreFiles(paths), state, isUnsure: false }),
      place,
      imageQueue: new ImageQueue(),
      onError: (error) => void errors.push(String(error)),
    },
  );
  state.db.prepare('INSERT INTO stores VALUES (?, 3, NULL, NULL, NULL, NULL, 0, 1, 1, 0, 0, 1, 0, 0)').run(STORE);
  storeList.update();
  const object = spool.first();
  if (object !== undefined) rmSync(spool.path(object));
  await shipper.run(() => false);
  expect(errors).toEqual([expect.stringContaining('is lost')]);
  const name = objectNames.stores(GENERATION);
  const content = sealer.open(name, (await place.get(name)) ?? Buffer.alloc(0));
  expect(JSON.parse(content.toString('utf8'))).toEqual([STORE]);
});
