import { dirname } from 'node:path';
import { DatabaseFailure } from '../errors.ts';
import { CommitNotes } from './commit-notes.ts';
import { openConnection } from './connection.ts';
import { mapError } from './map-error.ts';
import { migrateStore } from './migrate-store.ts';
import type { ThreadData } from './protocol.ts';
import { storeFile } from './store-files.ts';
import { StoreHandle } from './store-handle.ts';

/**
 * The stores that a thread has open: a limited number, and idle ones are closed, so that an unused store costs nothing.
 */
export class StoreHandles {
  readonly #data: ThreadData;
  readonly #open = new Map<string, StoreHandle>();

  readonly #onCommit: (store: string) => void;

  constructor(data: ThreadData, onCommit: (store: string) => void) {
    this.#data = data;
    this.#onCommit = onCommit;
  }

  /** Opens the store when needed, and creates or migrates it. Throws `DatabaseFailure`. */
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

  closeIdle(): void {
    const oldest = performance.now() - this.#data.idleCloseMs;
    for (const [store, handle] of this.#open) {
      if (handle.lastUsedMs > oldest) return;
      this.close(store);
    }
  }

  closeAll(): void {
    for (const store of [...this.#open.keys()]) this.close(store);
  }

  #openHandle(store: string): StoreHandle {
    const file = storeFile(this.#data.directory, store);
    let handle: StoreHandle | undefined;
    try {
      const { role, isArchived } = this.#data;
      const notes = isArchived ? new CommitNotes(file, () => this.#onCommit(store)) : undefined;
      handle = new StoreHandle(store, openConnection(file, role, isArchived), dirname(file), notes);
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
