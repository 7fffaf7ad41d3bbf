import type { StorePaths } from '../store-paths.ts';
import type { BegunGeneration } from './begin-generation.ts';
import { FileKeeper } from './file-keeper.ts';
import { ImageMaker } from './image-maker.ts';
import type { ImageQueue } from './image-queue.ts';
import { ObjectShipper } from './object-shipper.ts';
import { PackMerger } from './pack-merger.ts';
import { PackSpool } from './pack-spool.ts';
import type { PlaceCalls } from './place-calls.ts';
import type { ArchiverData } from './protocol.ts';
import { Retention } from './retention.ts';
import { Spool } from './spool.ts';
import type { StateStore } from './state-store.ts';
import { StoreList } from './store-list.ts';
import type { StoreLogs } from './store-logs.ts';

export interface ArchiverParts extends BegunGeneration {
  readonly packs: PackSpool;
  readonly spool: Spool;
  readonly files: FileKeeper;
  readonly images: ImageMaker;
  readonly merger: PackMerger;
  readonly retention: Retention;
  readonly shipper: ObjectShipper;
  readonly storeList: StoreList;
}

export interface ArchiverPartsOptions {
  readonly data: ArchiverData;
  readonly run: string;
  readonly state: StateStore;
  readonly paths: StorePaths;
  readonly logs: StoreLogs;
  readonly place: PlaceCalls;
  readonly imageQueue: ImageQueue;
  readonly onError: (error: unknown) => void;
}

/** Creates the parts for a generation. Stores that lose their commits, or have an old image, join the queue of images. */
export function createArchiverParts(generation: BegunGeneration, options: ArchiverPartsOptions): ArchiverParts {
  const { data, run, state, paths, logs, place, imageQueue, onError } = options;
  const { id, sealer } = generation;
  const spool = new Spool(state, sealer);
  const base = { generation: id, run, sealer, state, spool, paths };
  const packs = new PackSpool({ ...base, onLost: (store) => imageQueue.require(store) });
  const whole = { ...base, packs, logs, place, onError };
  const files = new FileKeeper(whole);
  const storeList = new StoreList(whole);
  return {
    ...generation,
    packs,
    spool,
    files,
    images: new ImageMaker(whole),
    merger: new PackMerger(whole),
    retention: new Retention({
      ...whole,
      files,
      days: data.days,
      onStale: (store) => imageQueue.require(store, Number.POSITIVE_INFINITY),
    }),
    shipper: new ObjectShipper({
      ...whole,
      files,
      seconds: data.seconds,
      onLost(stores) {
        if (stores.length === 0) storeList.resend();
        for (const store of stores) {
          logs.requireImage(store);
          imageQueue.require(store);
        }
      },
    }),
    storeList,
  };
}
