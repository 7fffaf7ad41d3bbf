import { CommitJournal } from './commit-journal.ts';
import type { Reply, ThreadData } from './protocol.ts';
import type { StoreHandle } from './store-handle.ts';

/** Answers wait at most this long, plus one group of writes, before the commits so far are synced. */
const WAIT_MAX_MS = 5;
const STORES_MAX = 64;

interface UnsyncedCommit {
  readonly handle: StoreHandle;
  readonly replies: readonly Reply[];
  readonly isJournaled: boolean;
}

export interface SyncedCommit {
  readonly handle: StoreHandle;
  readonly replies: readonly Reply[];
  /** Why the commit may not be durable. Readers see the commit anyway. */
  readonly failure: unknown;
}

/** Commits of several stores share the sync of a journal. A commit that does not fit is synced in its store's log. */
export class SharedCommits {
  readonly #journal: CommitJournal;
  readonly #storesMax: number;
  #waiting: UnsyncedCommit[] = [];
  #sinceMs = 0;

  constructor({ directory, openStoresMax, journalFileBytes }: ThreadData) {
    this.#journal = new CommitJournal(directory, journalFileBytes);
    // A store must stay open until its commit is synced.
    this.#storesMax = Math.min(STORES_MAX, openStoresMax);
  }

  /** Whether `sync` must be called before the next commit. */
  get isFull(): boolean {
    const { length } = this.#waiting;
    if (length === 0) return false;
    return length >= this.#storesMax || !this.#journal.hasRoom || performance.now() - this.#sinceMs > WAIT_MAX_MS;
  }

  /** Runs a group of writes of one store. Its answers must wait for `sync`. */
  run(handle: StoreHandle, commit: () => readonly Reply[]): void {
    if (this.#waiting.length === 0) this.#sinceMs = performance.now();
    handle.setSyncsCommits(false);
    handle.tail.mark();
    const replies = commit();
    this.#waiting.push({ handle, replies, isJournaled: this.#addToJournal(handle) });
  }

  sync(): SyncedCommit[] {
    const waiting = this.#waiting;
    this.#waiting = [];
    const isSynced = this.#syncJournal();
    return waiting.map(({ handle, replies, isJournaled }) => {
      const failure = isJournaled && isSynced ? undefined : failureOf(() => handle.tail.sync());
      // An archive needs every commit in the log, durable or not.
      handle.noteCommit();
      return { handle, replies, failure };
    });
  }

  close(): void {
    this.#journal.close();
  }

  #addToJournal(handle: StoreHandle): boolean {
    try {
      return this.#journal.add(handle.store, handle.tail);
    } catch {
      handle.tail.forget();
      return false;
    }
  }

  #syncJournal(): boolean {
    return failureOf(() => this.#journal.sync()) === undefined;
  }
}

function failureOf(work: () => void): unknown {
  try {
    work();
    return undefined;
  } catch (error) {
    return error;
  }
}
