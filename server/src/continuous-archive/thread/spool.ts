import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readDroppedName, readPackName } from '../format/names.ts';
import { PackWriter, type StoreCommits } from '../format/pack-writer.ts';
import { DamagedObject, type Sealer } from '../format/sealer.ts';
import { writeGaps } from '../format/write-gaps.ts';
import { isLastingFault } from './place-calls.ts';
import type { SpoolObject, StateStore } from './state-store.ts';

/** The maximum while the place does not answer; beyond it, stores need new images. */
const BYTES_MAX = 256 * 1024 * 1024;
/** Room for the first gaps of a lost pack. */
const GAPS_BYTES = 512 * 1024;

export interface NewSpoolObject {
  readonly name: string;
  readonly sinceMs: number;
  readonly bytes: Uint8Array;
  /** The stores in it, with their commits up to it. */
  readonly stores: readonly StoreCommits[];
}

/** Objects queued for the place, in order and already sealed, so that each attempt sends the same bytes. */
export class Spool {
  readonly #state: StateStore;
  readonly #sealer: Sealer;
  readonly #directory: string;
  #bytes = 0;
  #nextId = 1;

  constructor(state: StateStore, sealer: Sealer) {
    this.#state = state;
    this.#sealer = sealer;
    this.#directory = join(state.directory, 'spool');
    mkdirSync(this.#directory, { recursive: true, mode: 0o700 });
    const known = state.db
      .prepare('SELECT COALESCE(SUM(bytes), 0) AS bytes, COALESCE(MAX(id), 0) AS id FROM spool')
      .get();
    this.#bytes = Number(known?.['bytes'] ?? 0);
    this.#nextId = Number(known?.['id'] ?? 0) + 1;
    this.#loseDamaged();
    // These are left from transactions that did not commit.
    for (const file of readdirSync(this.#directory)) {
      const id = Number(file);
      if (!(id < this.#nextId)) rmSync(join(this.#directory, file), { force: true });
    }
  }

  get isFull(): boolean {
    return this.#bytes >= BYTES_MAX;
  }

  get lastId(): number {
    return this.#nextId - 1;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** `save` is stored in the same transaction. */
  add(object: NewSpoolObject, save: () => void): void {
    const id = this.#nextId;
    this.#write(id, object.bytes);
    this.#state.transaction(() => {
      this.#state.db
        .prepare('INSERT INTO spool (id, name, bytes, since_ms, stores) VALUES (?, ?, ?, ?, ?)')
        .run(id, object.name, object.bytes.length, object.sinceMs, JSON.stringify(object.stores));
      save();
    });
    this.#nextId += 1;
    this.#bytes += object.bytes.length;
  }

  first(): SpoolObject | undefined {
    const row = this.#state.db.prepare('SELECT id, name, bytes, since_ms FROM spool ORDER BY id LIMIT 1').get();
    return row === undefined ? undefined : readObject(row);
  }

  path({ id }: SpoolObject): string {
    return this.#pathOf(id);
  }

  /** The stores that need new images when the object is lost. */
  storesOf(object: SpoolObject): readonly string[] {
    return this.#commitsOf(object).map(({ store }) => store);
  }

  /** Call when the file of an object is lost, after its stores are known to need new images. */
  lose(object: SpoolObject): void {
    const content = this.#contentWithoutFile(object);
    if (content === undefined) {
      this.#forgetImage(object.name);
      this.remove(object);
    } else this.#replace(object, content);
  }

  remove({ id, bytes }: SpoolObject): void {
    this.#state.db.prepare('DELETE FROM spool WHERE id = ?').run(id);
    rmSync(this.#pathOf(id), { force: true });
    this.#bytes -= bytes;
  }

  /** A power cut may have truncated files, and a disk may have lost them. The stores of such an object need new images. */
  #loseDamaged(): void {
    const rows = this.#state.db.prepare('SELECT id, name, bytes, since_ms FROM spool').all();
    for (const object of rows.map(readObject)) {
      if (this.#isWhole(object)) continue;
      this.#state.requireImages(this.storesOf(object));
      this.lose(object);
    }
  }

  /** The retention deletes what the place has of it: its parts, and the image itself when only the answer was lost. */
  #forgetImage(name: string): void {
    const { db } = this.#state;
    this.#state.transaction(() => {
      db.prepare('INSERT OR REPLACE INTO lost_images SELECT name, parts, ? FROM images WHERE name = ?').run(
        Date.now(),
        name,
      );
      db.prepare('DELETE FROM images WHERE name = ?').run(name);
    });
  }

  #commitsOf({ id }: SpoolObject): readonly StoreCommits[] {
    const row = this.#state.db.prepare('SELECT stores FROM spool WHERE id = ?').get(id);
    return JSON.parse(String(row?.['stores'] ?? '[]'));
  }

  /**
   * A pack says which stores had commits in it, because without it recoveries of all other stores would be in doubt too. That a store was
   * deleted is said by the name. Undefined for other objects.
   */
  #contentWithoutFile(object: SpoolObject): Uint8Array | undefined {
    if (readDroppedName(object.name) !== undefined) return Buffer.alloc(0);
    if (readPackName(object.name) === undefined) return undefined;
    const writer = new PackWriter(GAPS_BYTES);
    writeGaps(writer, this.#commitsOf(object), object.sinceMs);
    return writer.take();
  }

  #replace(object: SpoolObject, content: Uint8Array): void {
    const { id, name } = object;
    const bytes = this.#sealer.seal(name, content);
    this.#write(id, bytes);
    this.#state.transaction(() => {
      this.#state.db.prepare('UPDATE spool SET bytes = ? WHERE id = ?').run(bytes.length, id);
      this.#state.db.prepare('UPDATE packs SET bytes = ? WHERE name = ?').run(bytes.length, name);
    });
    this.#bytes += bytes.length - object.bytes;
  }

  #write(id: number, bytes: Uint8Array): void {
    const path = this.#pathOf(id);
    writeFileSync(`${path}.part`, bytes, { mode: 0o600 });
    renameSync(`${path}.part`, path);
  }

  #isWhole({ id, name, bytes }: SpoolObject): boolean {
    try {
      const sealed = readFileSync(this.#pathOf(id));
      if (sealed.length !== bytes) return false;
      this.#sealer.open(name, sealed);
      return true;
    } catch (error) {
      if (error instanceof DamagedObject || isLastingFault(error)) return false;
      throw error;
    }
  }

  #pathOf(id: number): string {
    return join(this.#directory, String(id));
  }
}

function readObject(row: Readonly<Record<string, unknown>>): SpoolObject {
  return {
    id: Number(row['id']),
    name: String(row['name']),
    bytes: Number(row['bytes']),
    sinceMs: Number(row['since_ms']),
  };
}
