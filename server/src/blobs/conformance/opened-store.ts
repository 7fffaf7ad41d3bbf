import type { BlobStore } from '../blob-store.ts';

/** A store under test, and what only its maker knows of it. */
export interface OpenedStore extends AsyncDisposable {
  readonly store: BlobStore;
  /** Another one on the same bytes, as a process has it that starts after this one was killed. */
  reopen(): BlobStore;
  /** The names of everything that takes up room, also what no key leads to. */
  leftovers(): Promise<readonly string[]>;
}

/** Each implementation opens its own, empty and for one test only. */
export type OpenStore = () => Promise<OpenedStore>;

/** Gives each test a store of its own. */
export function storesOf(openStore: OpenStore) {
  return <Case extends unknown[]>(test: (opened: OpenedStore, ...values: Case) => Promise<void>) =>
    async (...values: Case): Promise<void> => {
      const opened = await openStore();
      try {
        await test(opened, ...values);
      } finally {
        await opened[Symbol.asyncDispose]();
      }
    };
}
