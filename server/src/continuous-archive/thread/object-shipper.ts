import { setTimeout as wait } from 'node:timers/promises';
import { describeCompletion } from '../format/completion.ts';
import { objectNames, readPackName } from '../format/names.ts';
import type { Sealer } from '../format/sealer.ts';
import type { FileKeeper } from './file-keeper.ts';
import { LostFile, type PlaceCalls } from './place-calls.ts';
import type { Spool } from './spool.ts';
import type { StateStore } from './state-store.ts';

const COMPLETE = 'complete';

export interface ObjectShipperOptions {
  readonly generation: string;
  readonly sealer: Sealer;
  readonly state: StateStore;
  readonly spool: Spool;
  readonly files: FileKeeper;
  readonly place: PlaceCalls;
  /** Seconds until an acknowledged change is in the archive, at the latest. */
  readonly seconds: number;
  readonly onError: (error: unknown) => void;
  /** The commits of stores, or their images, could not be sent, so they need new images. Without stores, the object was something else. */
  readonly onLost: (stores: readonly string[]) => void;
}

export class ObjectShipper {
  readonly #options: ObjectShipperOptions;
  readonly #startMs = Date.now();
  #isRunning = false;
  #isComplete: boolean;
  #announcedRun: string | undefined;

  constructor(options: ObjectShipperOptions) {
    this.#options = options;
    this.#isComplete = options.state.meta(COMPLETE) !== undefined;
  }

  /** The time since which the place may lack stores of the beginning; undefined once it has all. */
  get incompleteSinceMs(): number | undefined {
    return this.#isComplete ? undefined : this.#startMs;
  }

  /** The first moment with every store of the beginning; undefined before, and where an earlier release completed the generation. */
  get wholeFromMs(): number | undefined {
    const fromMs = Number(this.#options.state.meta(COMPLETE));
    return Number.isFinite(fromMs) ? fromMs : undefined;
  }

  get isIdle(): boolean {
    return !this.#isRunning && !this.#isWaiting;
  }

  /** `hasAllImages`: whether every store has an image, at the place or in the spool. */
  async run(hasAllImages: () => boolean): Promise<void> {
    if (this.#isRunning || !this.#isWaiting) return;
    this.#isRunning = true;
    try {
      const { spool, files } = this.#options;
      do {
        await this.#sendSpool();
        await files.putPending();
      } while (spool.first() !== undefined);
      // Between these checks and the call nothing else runs, so no image can be waiting in the spool.
      if (!this.#isComplete && hasAllImages()) await this.#complete();
    } finally {
      this.#isRunning = false;
    }
  }

  get #isWaiting(): boolean {
    const { spool, files } = this.#options;
    return !this.#isComplete || spool.first() !== undefined || files.waitingSinceMs() !== undefined;
  }

  async #sendSpool(): Promise<void> {
    const { spool, files, state, place, seconds, onError, onLost } = this.#options;
    let durableId = 0;
    for (let object = spool.first(); object !== undefined; object = spool.first()) {
      // After a power cut the state must know every sent object, or the next run reuses its number.
      if (object.id > durableId) {
        durableId = spool.lastId;
        state.sync();
      }
      // Archives files before the rows that refer to them, but a large file must not delay everything else.
      await Promise.race([files.putPending(), wait(seconds * 1000, undefined, { ref: false })]);
      await this.#announceRun(object.name);
      try {
        await place.putFile(object.name, spool.path(object), object.bytes);
        spool.remove(object);
      } catch (error) {
        if (!(error instanceof LostFile)) throw error;
        onError(error);
        onLost(spool.storesOf(object));
        spool.lose(object);
      }
    }
  }

  /** Lets a recovery find the packs of a run by name when the list of the place has none of them. */
  async #announceRun(object: string): Promise<void> {
    const { generation, sealer, state, place } = this.#options;
    const pack = readPackName(object);
    if (pack === undefined || pack.run === this.#announcedRun) return;
    state.db.prepare('INSERT OR IGNORE INTO announced_runs (first) VALUES (?)').run(pack.first);
    // After a power cut the retention must still know the object.
    state.sync();
    const name = objectNames.run(generation, pack.first);
    await place.put(name, sealer.seal(name, Buffer.from(pack.run)));
    this.#announcedRun = pack.run;
  }

  async #complete(): Promise<void> {
    const { generation, state, place } = this.#options;
    // Every image is older.
    const fromMs = Date.now();
    await place.put(objectNames.complete(generation), describeCompletion(fromMs));
    state.setMeta(COMPLETE, String(fromMs));
    this.#isComplete = true;
  }
}
