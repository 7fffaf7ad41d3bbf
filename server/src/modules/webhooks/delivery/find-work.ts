import type { StoreName } from '../../../database/database.ts';
import type { DueStores, Note } from '../../../jobs/index.ts';
import type { StoreSender } from './store-sender.ts';

/** Stores that are looked at for the first time at once, when the process starts. */
const STORES_AT_ONCE = 8;
/** How soon work of other processes is noticed that they can no longer do. */
const POLL_MS = 1000;
/** Stores that were found by polling and are not yet idle again. */
const POLLED_MAX = 256;

/** How a process learns of work that nobody in it has told of. */
export interface WorkFinder {
  start(): void;
  stop(): void;
  /** Everything of the store is sent, and its sender is let go of. */
  done(store: StoreName): void;
}

export interface WorkFinderContext {
  readonly dueStores: DueStores;
  /** The store's sender, which is told to poll; undefined when nothing of the store is sent any more. */
  readonly wake: (store: StoreName) => StoreSender | undefined;
  readonly onError: (error: unknown) => void;
}

/** For a process that has the database to itself: all stores with a note when it starts, from then on it knows of every change. */
export function createStartupFinder(context: WorkFinderContext): WorkFinder {
  const { dueStores, onError } = context;

  const forgetNote = async (store: StoreName): Promise<void> => {
    const note = await dueStores.find(store);
    if (note !== undefined) await dueStores.move(note, undefined);
  };

  return {
    start: () => void pollAllStores(context).catch(onError),
    stop: () => undefined,
    done: (store) => void forgetNote(store).catch(onError),
  };
}

/** One after the other, so that a start with many stores opens few at a time. */
export async function pollAllStores({ dueStores, wake }: WorkFinderContext): Promise<void> {
  const left = [...(await dueStores.all())];
  const pollOn = async (): Promise<void> => {
    for (let store = left.pop(); store !== undefined; store = left.pop()) await wake(store)?.whenPolled();
  };
  await Promise.all(Array.from({ length: STORES_AT_ONCE }, pollOn));
}

/** Where other processes write to the same database: asks every second which stores are due, and says when they are due again. */
export function createPollingFinder({ dueStores, wake, onError }: WorkFinderContext): WorkFinder {
  const underWay = new Set<StoreName>();
  let polling: NodeJS.Timeout | undefined;
  let isStopped = false;

  /** Sends what is due in a store, then says when the next of it will be. */
  const sendDue = async (note: Note): Promise<void> => {
    const sender = wake(note.store);
    await sender?.whenIdle();
    if (!isStopped && sender?.isClosed() === false) await dueStores.move(note, sender.nextAtMs());
  };

  const poll = async (): Promise<void> => {
    try {
      for (const note of await dueStores.due(POLLED_MAX)) {
        if (underWay.has(note.store) || underWay.size >= POLLED_MAX) continue;
        underWay.add(note.store);
        void sendDue(note)
          .catch(onError)
          .finally(() => underWay.delete(note.store));
      }
    } catch (error) {
      onError(error);
    }
    if (!isStopped) polling = setTimeout(poll, POLL_MS).unref();
  };

  return {
    start: () => void poll(),
    stop: () => {
      isStopped = true;
      clearTimeout(polling);
    },
    done: () => undefined,
  };
}
