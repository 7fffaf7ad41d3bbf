import type { Database, StoreName } from '../../../database/index.ts';
import { isDatabaseFailure } from '../../../database/index.ts';
import type { Clock } from '../../../platform/clock.ts';
import { isAllForgotten, type MetricsStore, type SlotCounts } from './metrics-store.ts';
import { type Counts, createCounts } from './project-counts.ts';

export const SLOT_MS = 5 * 60_000;
export const KEPT_MS = 30 * 24 * 60 * 60_000;
const FOLD_EVERY_MS = 60_000;
const FORGET_EVERY_MS = 60 * 60_000;
const ROWS_PER_STATEMENT = 50;
const SIZES_AT_ONCE = 8;

export interface MetricsRecorderOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly metricsStore: MetricsStore;
  readonly storageBytes: (store: StoreName) => Promise<number>;
  readonly onError: (error: unknown) => void;
}

interface Counting {
  readonly store: StoreName;
  readonly slotMs: number;
  readonly counts: Counts;
  isChanged: boolean;
}

/** Writes once a minute, so a process that dies loses at most the last minute. */
export class MetricsRecorder {
  readonly #options: MetricsRecorderOptions;
  readonly #current = new Map<StoreName, Counting>();
  /** Finished slots that are not written yet. Keyed, because a statement may contain each slot only once. */
  readonly #over = new Map<string, Counting>();
  #timer: NodeJS.Timeout | undefined;
  #forgottenMs = 0;
  #folding: Promise<void> = Promise.resolve();

  constructor(options: MetricsRecorderOptions) {
    this.#options = options;
  }

  countRequest(store: StoreName, isError: boolean, durationMs: number): void {
    const counts = this.#countsOf(store);
    counts.requests += 1;
    if (isError) counts.errors += 1;
    counts.latencies.add(durationMs);
  }

  countRun(store: StoreName, isFailed: boolean): void {
    const counts = this.#countsOf(store);
    counts.runs += 1;
    if (isFailed) counts.runsFailed += 1;
  }

  countDelivery(store: StoreName, isFailed: boolean): void {
    const counts = this.#countsOf(store);
    counts.deliveries += 1;
    if (isFailed) counts.deliveriesFailed += 1;
  }

  start(): void {
    this.#timer = setInterval(() => void this.fold(), FOLD_EVERY_MS).unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.fold();
  }

  forget(store: StoreName): void {
    this.#current.delete(store);
    for (const counting of this.#over.values()) {
      if (counting.store === store) this.#over.delete(keyOf(counting));
    }
  }

  /** When this resolves, everything counted so far is stored; slots of failed writes are kept for the next attempt. */
  fold(): Promise<void> {
    this.#folding = this.#folding.then(() => this.#foldNow()).catch(this.#options.onError);
    return this.#folding;
  }

  #countsOf(store: StoreName): Counts {
    const slotMs = Math.floor(this.#options.clock.now() / SLOT_MS) * SLOT_MS;
    let counting = this.#current.get(store);
    if (counting === undefined || counting.slotMs !== slotMs) {
      if (counting?.isChanged) this.#over.set(keyOf(counting), counting);
      counting = this.#begin(store, slotMs);
      this.#current.set(store, counting);
    }
    counting.isChanged = true;
    return counting.counts;
  }

  /** When the clock was set back, a slot may occur again: continue its unsaved counts. */
  #begin(store: StoreName, slotMs: number): Counting {
    const begun = { store, slotMs, counts: createCounts(), isChanged: true };
    const waiting = this.#over.get(keyOf(begun));
    this.#over.delete(keyOf(begun));
    return waiting ?? begun;
  }

  async #foldNow(): Promise<void> {
    const { clock } = this.#options;
    const slotMs = Math.floor(clock.now() / SLOT_MS) * SLOT_MS;
    const changed = [...this.#over.values()];
    for (const [store, counting] of this.#current) {
      if (counting.isChanged) changed.push(counting);
      else if (counting.slotMs !== slotMs) this.#current.delete(store);
    }
    this.#over.clear();
    for (const counting of changed) counting.isChanged = false;
    try {
      this.#keep(await this.#save(changed));
    } catch (error) {
      this.#keep(changed);
      throw error;
    }
    if (clock.now() - this.#forgottenMs >= FORGET_EVERY_MS) await this.#forgetOld();
  }

  #keep(unsaved: readonly Counting[]): void {
    for (const counting of unsaved) {
      counting.isChanged = true;
      if (this.#current.get(counting.store) !== counting) this.#over.set(keyOf(counting), counting);
    }
  }

  async #save(changed: readonly Counting[]): Promise<readonly Counting[]> {
    const gone = new Set<StoreName>();
    const sizes = await this.#sizesOf([...new Set(changed.map(({ store }) => store))], gone);
    const slots = changed.flatMap(({ store, slotMs, counts }): SlotCounts[] => {
      const storageBytes = sizes.get(store);
      return storageBytes === undefined ? [] : [{ store, slotMs, counts, storageBytes }];
    });
    const { database, metricsStore } = this.#options;
    for (let at = 0; at < slots.length; at += ROWS_PER_STATEMENT) {
      await database.write('control', [metricsStore.saveStep(slots.slice(at, at + ROWS_PER_STATEMENT))]);
    }
    return changed.filter(({ store }) => !sizes.has(store) && !gone.has(store));
  }

  /** A store that does not answer must not prevent the others from being saved. */
  async #sizesOf(stores: readonly StoreName[], gone: Set<StoreName>): Promise<ReadonlyMap<StoreName, number>> {
    const sizes = new Map<StoreName, number>();
    for (let at = 0; at < stores.length; at += SIZES_AT_ONCE) {
      await Promise.all(
        stores.slice(at, at + SIZES_AT_ONCE).map(async (store) => {
          try {
            sizes.set(store, await this.#options.storageBytes(store));
          } catch (error) {
            if (isDatabaseFailure(error, 'dropped')) gone.add(store);
            else this.#options.onError(error);
          }
        }),
      );
    }
    return sizes;
  }

  async #forgetOld(): Promise<void> {
    const { database, clock, metricsStore } = this.#options;
    this.#forgottenMs = clock.now();
    for (let isDone = false; !isDone; ) {
      const [result] = (await database.write('control', [metricsStore.forgetOldStep(clock.now() - KEPT_MS)])).results;
      isDone = result?.kind !== 'plain' || isAllForgotten(result.touched);
    }
  }
}

function keyOf({ store, slotMs }: Counting): string {
  return `${store} ${slotMs}`;
}
