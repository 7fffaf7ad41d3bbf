import { dirname } from 'node:path';
import { DatabaseFailure } from '../errors.ts';
import { CommitNotes } from './commit-notes.ts';
import { openConnection } from './connection.ts';
import { storeFile } from './data-directory.ts';
import { mapError } from './map-error.ts';
import { migrateStore } from './migrate-store.ts';
import { OPEN_STORES_MIN } from './open-stores.ts';
import type { ThreadData } from './protocol.ts';
import { StoreHandle } from './store-handle.ts';

/** While many stores are open, one that was not used for this long is closed: opening it again costs about 1 ms. */
const SHORT_IDLE_MS = 2_000;
/** Closing may copy a log into its database, during which the thread serves no requests. */
const CLOSE_BUDGET_MS = 10;

export class StoreHandles {
  readonly #data: ThreadData;
  readonly #open = new Map<string, StoreHandle>();

  readonly #onCommit: (store: string) => void;

  constructor(data: ThreadData, onCommit: (store: string) => void) {
    this.#data = data;
    this.#onCommit = onCommit;
  }

  get(store: string): StoreHandle {
    const now = performance.now();
    const known = this.#open.get(store);
    if (known !== undefined) {
      known.lastUsedMs = now;
      this.#open.delete(store);
      this.#open.set(store, known);
      return known;
    }
    while (this.#open.size >= this.#data.openStoresMax) this.#closeOldest();
    const handle = this.#openHandle(store);
    handle.lastUsedMs = now;
    this.#open.set(store, handle);
    return handle;
  }

  close(store: string): void {
    const handle = this.#open.get(store);
    this.#open.delete(store);
    handle?.close();
  }

  /** Returns whether idle stores are left to close. */
  closeIdle(): boolean {
    const now = performance.now();
    for (const [store, { lastUsedMs }] of this.#open) {
      if (now - lastUsedMs < this.#idleMs()) return false;
      if (performance.now() - now > CLOSE_BUDGET_MS) return true;
      this.close(store);
    }
    return false;
  }

  closeAll(): void {
    for (const store of [...this.#open.keys()]) this.close(store);
  }

  #idleMs(): number {
    const { idleCloseMs } = this.#data;
    return this.#open.size > OPEN_STORES_MIN ? Math.min(SHORT_IDLE_MS, idleCloseMs) : idleCloseMs;
  }

  #openHandle(store: string): StoreHandle {
    const file = storeFile(this.#data.directory, store);
    let handle: StoreHandle | undefined;
    try {
      const { role, isArchived } = this.#data;
      const db = openConnection(file, role, { keepsLog: isArchived, open: this.#open.size });
      const notes = isArchived ? new CommitNotes(file, () => this.#onCommit(store)) : undefined;
      handle = new StoreHandle(file, { store, db, notes });
      migrateStore(handle, store === 'control' ? this.#data.migrations.control : this.#data.migrations.project);
      if (role === 'read') handle.db.exec('PRAGMA query_only = ON');
      return handle;
    } catch (error) {
      handle?.close();
      const { error: mapped } = mapError(error, dirname(file));
      // A store that cannot be opened is unavailable, whatever the reason, unless the disk is full.
      throw new DatabaseFailure(
        { ...mapped, kind: mapped.kind === 'storage_full' ? mapped.kind : 'unavailable' },
        error,
      );
    }
  }

  #closeOldest(): void {
    for (const store of this.#open.keys()) {
      this.close(store);
      return;
    }
  }
}
