import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DamagedObject, type Sealer } from '../format/sealer.ts';
import type { SpoolObject, StateStore } from './state-store.ts';

/** The maximum while the place does not answer; beyond it, stores need new images. */
const BYTES_MAX = 256 * 1024 * 1024;

export interface NewSpoolObject {
  readonly name: string;
  readonly sinceMs: number;
  readonly bytes: Uint8Array;
  readonly stores: readonly string[];
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
    this.#dropLost();
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
    const path = this.#pathOf(id);
    writeFileSync(`${path}.part`, object.bytes, { mode: 0o600 });
    renameSync(`${path}.part`, path);
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
    if (row === undefined) return undefined;
    return {
      id: Number(row['id']),
      name: String(row['name']),
      bytes: Number(row['bytes']),
      sinceMs: Number(row['since_ms']),
    };
  }

  path({ id }: SpoolObject): string {
    return this.#pathOf(id);
  }

  /** The stores that need new images when the object is lost. */
  storesOf({ id }: SpoolObject): readonly string[] {
    const row = this.#state.db.prepare('SELECT stores FROM spool WHERE id = ?').get(id);
    return JSON.parse(String(row?.['stores'] ?? '[]'));
  }

  remove({ id, bytes }: SpoolObject): void {
    this.#state.db.prepare('DELETE FROM spool WHERE id = ?').run(id);
    rmSync(this.#pathOf(id), { force: true });
    this.#bytes -= bytes;
  }

  /** A power cut may have truncated files. The stores of such an object need new images. */
  #dropLost(): void {
    const rows = this.#state.db.prepare('SELECT id, name, bytes, since_ms, stores FROM spool').all();
    for (const row of rows) {
      const id = Number(row['id']);
      const size = statSync(this.#pathOf(id), { throwIfNoEntry: false })?.size;
      if (size === Number(row['bytes']) && this.#isWhole(id, String(row['name']))) continue;
      this.#state.requireImages(JSON.parse(String(row['stores'])));
      this.remove({ id, name: String(row['name']), bytes: Number(row['bytes']), sinceMs: Number(row['since_ms']) });
    }
  }

  #isWhole(id: number, name: string): boolean {
    try {
      this.#sealer.open(name, readFileSync(this.#pathOf(id)));
      return true;
    } catch (error) {
      if (error instanceof DamagedObject) return false;
      throw error;
    }
  }

  #pathOf(id: number): string {
    return join(this.#directory, String(id));
  }
}
