import { copyPack } from '../format/copy-pack.ts';
import { objectNames } from '../format/names.ts';
import { PackWriter } from '../format/pack-writer.ts';
import { DamagedObject, type Sealer } from '../format/sealer.ts';
import { choosePacks, LEVEL_MAX, type PackMerge, readStoredPack, type StoredPack } from './choose-packs.ts';
import type { PlaceCalls } from './place-calls.ts';
import type { StateStore } from './state-store.ts';

const PACKS_BETWEEN = 32;
const FIRST_BYTES = 512 * 1024;
/** Pages of new stores are nearly empty, so small packs can have much content. Both threads and recoveries hold it in memory. */
const CONTENT_BYTES = 8 * 1024 * 1024;

export interface PackMergerOptions {
  readonly generation: string;
  readonly sealer: Sealer;
  readonly state: StateStore;
  readonly place: PlaceCalls;
}

interface MergedContent {
  readonly content: Uint8Array;
  readonly packs: readonly StoredPack[];
  readonly isLarge: boolean;
}

/** Merges small packs, so that a recovery reads few objects. `Retention` deletes the replaced ones hours later. */
export class PackMerger {
  readonly #options: PackMergerOptions;
  /** Damaged or missing packs. They are not merged, because a recovery reports them by name. */
  readonly #unreadable = new Set<string>();
  #checkedAt = Number.NEGATIVE_INFINITY;
  #isRunning = false;

  constructor(options: PackMergerOptions) {
    this.#options = options;
  }

  /** Does nothing while it runs. `next`: the number of the next new pack. */
  async run(next: number): Promise<void> {
    if (this.#isRunning || next - this.#checkedAt < PACKS_BETWEEN) return;
    this.#checkedAt = next;
    this.#isRunning = true;
    try {
      for (let merge = this.#choose(); merge !== undefined; merge = this.#choose()) await this.#merge(merge);
    } finally {
      this.#isRunning = false;
    }
  }

  #choose(): PackMerge | undefined {
    const rows = this.#options.state.db
      .prepare(
        `SELECT name, bytes, last_ms, level FROM packs WHERE gone_ms IS NULL AND name NOT IN (SELECT name FROM spool) ORDER BY first`,
      )
      .all();
    return choosePacks(rows.map(readStoredPack).filter(({ name }) => !this.#unreadable.has(name)));
  }

  async #merge({ packs: chosen, level: nextLevel }: PackMerge): Promise<void> {
    const { generation, sealer, state, place } = this.#options;
    const read = await this.#read(chosen);
    if (read === undefined) return;
    const { content, packs, isLarge } = read;
    const [oldest, newest] = [packs[0], packs.at(-1)];
    if (oldest === undefined || newest === undefined) return;
    const level = isLarge ? LEVEL_MAX : nextLevel;
    if (packs.length === 1) {
      state.db.prepare('UPDATE packs SET level = ? WHERE name = ?').run(level, oldest.name);
      return;
    }
    const name = objectNames.pack(generation, { first: oldest.first, last: newest.last, run: oldest.run });
    const bytes = sealer.seal(name, content);
    const save = state.db.prepare(
      'INSERT OR REPLACE INTO packs (name, first, last, bytes, last_ms, level, gone_ms) VALUES (?, ?, ?, ?, ?, ?, ?)',
    );
    const values = [name, oldest.first, newest.last, bytes.length, newest.lastMs, level] as const;
    // Retention deletes it if the process ends before the packs are replaced.
    save.run(...values, Date.now());
    // After a power cut no later run may begin in the middle of a merged pack.
    state.sync();
    await place.put(name, bytes);
    state.transaction(() => {
      save.run(...values, null);
      const replace = state.db.prepare('UPDATE packs SET gone_ms = ? WHERE name = ?');
      for (const pack of packs) replace.run(Date.now(), pack.name);
    });
  }

  /** Reads the first packs, until their content is large enough. */
  async #read(chosen: readonly StoredPack[]): Promise<MergedContent | undefined> {
    const writer = new PackWriter(FIRST_BYTES);
    const packs: StoredPack[] = [];
    for (const pack of chosen) {
      if (writer.length >= CONTENT_BYTES) break;
      const { name } = pack;
      const object = await this.#options.place.get(name);
      try {
        if (object === undefined) throw new DamagedObject(name, 'it is missing');
        copyPack(name, this.#options.sealer.open(name, object), writer);
      } catch (error) {
        if (!(error instanceof DamagedObject)) throw error;
        this.#unreadable.add(name);
        return undefined;
      }
      packs.push(pack);
    }
    const isLarge = writer.length >= CONTENT_BYTES;
    return { content: writer.take(), packs, isLarge };
  }
}
