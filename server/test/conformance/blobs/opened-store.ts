import type { BlobStore } from '../../../src/blobs/blob-store.ts';

/** A store under test, with functions that only its implementation can provide. */
export interface OpenedStore extends AsyncDisposable {
  readonly store: BlobStore;
  /** A second store on the same data, like that of a process that starts after this one was killed. */
  reopen(): BlobStore;
  /** The names of everything that occupies space, including data without a key. */
  leftovers(): Promise<readonly string[]>;
}

/** Each implementation opens an empty store for one test only. */
export type OpenStore = () => Promise<OpenedStore>;

/** Gives each test its own store. */
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
