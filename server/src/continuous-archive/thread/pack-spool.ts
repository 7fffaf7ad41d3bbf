import { freeBuffer } from '../format/free-buffer.ts';
import { type DroppedName, objectNames } from '../format/names.ts';
import { PackWriter, type StoreCommits } from '../format/pack-writer.ts';
import type { Sealer } from '../format/sealer.ts';
import { writeGaps } from '../format/write-gaps.ts';
import type { Frame } from '../log/log-file.ts';
import type { Spool } from './spool.ts';
import type { StateStore, StoreState } from './state-store.ts';

export interface PackSpoolOptions {
  readonly generation: string;
  readonly run: string;
  readonly sealer: Sealer;
  readonly state: StateStore;
  readonly spool: Spool;
  /** The commits of a store could not be kept, so it needs a new image. */
  readonly onLost: (store: string) => void;
}

export interface AddedFrame {
  /** The page's last version, if known. */
  readonly before: Uint8Array | undefined;
  /** How many frames of its transaction come before it. */
  readonly pagesBefore: number;
  readonly salts: string;
  /** The time of the commit, when the frame ends one. */
  readonly timeMs: number;
}

/** Packs commits. Saves the position of each store together with each pack. */
export class PackSpool {
  readonly #options: PackSpoolOptions;
  readonly #writer = new PackWriter();
  readonly #changed = new Map<string, StoreState>();
  /** Stores that the pack names without their pages, with the number of their commits. */
  readonly #named = new Map<string, number>();
  /** Stores whose last frame did not end its transaction. */
  readonly #open = new Set<string>();
  #current = '';
  #sinceMs = Number.POSITIVE_INFINITY;
  #lastMs = 0;
  #next: number;

  constructor(options: PackSpoolOptions) {
    this.#options = options;
    // Images need the packs from a number on, also when the retention has deleted all packs before it.
    const found = options.state.db
      .prepare(
        `SELECT MAX(last) AS last FROM (SELECT MAX(last) AS last FROM packs
          UNION ALL SELECT MAX(first_pack) - 1 FROM images UNION ALL SELECT MAX(log_start_pack) - 1 FROM stores)`,
      )
      .get();
    this.#next = Number(found?.['last'] ?? 0) + 1;
  }

  get isFull(): boolean {
    return this.#options.spool.isFull;
  }

  /** The time of the oldest commit that `flush` has to move; undefined without any. */
  get waitingSinceMs(): number | undefined {
    return this.#writer.isEmpty ? undefined : this.#sinceMs;
  }

  get next(): number {
    return this.#next;
  }

  /** Adds a frame, and brings the store's state up to it. */
  add(state: StoreState, frame: Frame, { before, pagesBefore, salts, timeMs }: AddedFrame): void {
    const writer = this.#writer;
    if (this.#current !== state.store) {
      const { store, commits } = state;
      writer.beginStore({ store, commits, pagesBefore, pageSize: frame.bytes.length });
      this.#current = store;
    }
    writer.page(frame.page, frame.bytes, before, frame.pageSums);
    state.logBytes += frame.bytes.length;
    this.#note(Math.max(state.timeMs, timeMs));
    if (frame.pages > 0) {
      state.timeMs = Math.max(state.timeMs, timeMs);
      state.commits += 1;
      state.lastPack = this.#next;
      writer.commit(frame.pages, state.timeMs);
      this.#open.delete(state.store);
    } else {
      this.#open.add(state.store);
    }
    state.position = { salts, frame: frame.frame, sums: frame.sums };
    this.#changed.set(state.store, state);
    if (writer.isFull) this.flush();
  }

  /** Records that the store exists, for recoveries. */
  mention({ store, commits }: StoreState): void {
    this.#writer.beginStore({ store, commits, pagesBefore: 0, pageSize: 0 });
    this.#named.set(store, commits);
    this.#current = '';
    this.#note(Date.now());
  }

  /** Moves everything to the spool, and forgets the store. */
  drop({ store, droppedMs }: DroppedName, commits: number): void {
    const { generation, sealer, spool, state } = this.#options;
    this.#writer.beginStore({ store, commits, pagesBefore: 0, pageSize: 0 });
    this.#current = store;
    this.#writer.drop(droppedMs);
    this.#changed.delete(store);
    this.#open.delete(store);
    this.#named.set(store, commits);
    this.#note(droppedMs);
    const forget = (): void => state.dropStore(store, droppedMs);
    try {
      // A run that ends here finds the store again, so its last commits come first.
      this.flush();
      const name = objectNames.dropped(generation, { store, droppedMs });
      spool.add({ name, sinceMs: droppedMs, bytes: sealer.seal(name, Buffer.alloc(0)), stores: [] }, forget);
    } catch (error) {
      state.transaction(forget);
      throw error;
    }
  }

  /** Saves the store with the next pack. */
  save(state: StoreState): void {
    this.#changed.set(state.store, state);
  }

  /** Says that commits of the store since a time are missing, so that it needs a new image. */
  lose(state: StoreState, sinceMs: number): void {
    const { store } = state;
    state.needsImage = true;
    // A number that no commit has, so that a recovery from an older image finds the gap.
    state.commits += 1;
    // The pack must stay as long as commits of the store from before it.
    state.lastPack = this.#next;
    this.restart(state);
    writeGaps(this.#writer, [{ store, commits: state.commits }], sinceMs);
    this.#note(sinceMs);
  }

  /** Saves a store after a gap. The next commit gets its own entry, because it does not follow the last one. */
  restart(state: StoreState): void {
    this.#changed.set(state.store, state);
    this.#open.delete(state.store);
    this.#current = '';
  }

  flush(): void {
    const { generation, run, sealer, spool, state } = this.#options;
    const changed = [...this.#changed.values()];
    const save = (): void => {
      for (const each of changed) state.saveStore(each);
    };
    this.#changed.clear();
    if (this.#writer.isEmpty) {
      if (changed.length > 0) state.transaction(save);
      return;
    }
    const number = this.#next;
    const name = objectNames.pack(generation, { first: number, last: number, run });
    const sinceMs = Math.min(this.#sinceMs, Date.now());
    this.#current = '';
    let bytes: Buffer;
    try {
      bytes = sealer.seal(name, this.#writer.take());
      spool.add({ name, sinceMs, bytes, stores: this.#storesWith(changed) }, () => {
        save();
        state.db
          .prepare('INSERT INTO packs (name, first, last, bytes, last_ms) VALUES (?, ?, ?, ?, ?)')
          .run(name, number, number, bytes.length, this.#lastMs);
      });
    } catch (error) {
      this.#lose(changed, sinceMs);
      throw error;
    }
    freeBuffer(bytes);
    this.#next += 1;
    this.#sinceMs = Number.POSITIVE_INFINITY;
    this.#named.clear();
  }

  #storesWith(changed: readonly StoreState[]): readonly StoreCommits[] {
    const commits = new Map([...this.#named, ...changed.map((each) => [each.store, each.commits] as const)]);
    return [...commits].map(([store, count]) => ({ store, commits: count }));
  }

  /** The disk refused the pack, or memory ran out: its commits are lost for the archive, and the next pack says so. */
  #lose(changed: readonly StoreState[], sinceMs: number): void {
    const lost = changed.filter(({ needsImage }) => !needsImage);
    for (const each of changed) {
      each.needsImage = true;
      // Their positions are saved with the pack that says what is lost before them.
      this.#changed.set(each.store, each);
      // The rest of the transaction will never be packed, so it is lost as a whole.
      if (this.#open.delete(each.store)) each.commits += 1;
    }
    const stores = this.#storesWith(changed);
    writeGaps(this.#writer, stores, sinceMs);
    for (const { store, commits } of stores) this.#named.set(store, commits);
    this.#sinceMs = sinceMs;
    for (const each of lost) this.#options.onLost(each.store);
  }

  #note(timeMs: number): void {
    this.#sinceMs = Math.min(this.#sinceMs, timeMs);
    this.#lastMs = Math.max(this.#lastMs, timeMs);
  }
}
