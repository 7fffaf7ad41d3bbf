import type { StoreName } from '../../../database/index.ts';
import type { DueStores, Note } from '../../../jobs/index.ts';

const STORES_AT_ONCE = 8;
/** How soon this process notices work that another process left behind. */
const POLL_MS = 1000;
/** The most stores found by polling that may be busy at the same time. */
const POLLED_MAX = 256;

/** How a process finds work that it did not queue itself. */
export interface WorkFinder {
  start(): void;
  stop(): void;
  done(store: StoreName): void;
}

interface WokenSender {
  whenPolled(): Promise<void>;
  whenIdle(): Promise<void>;
  isClosed(): boolean;
  nextAtMs(): number | undefined;
}

export interface WorkFinderContext {
  readonly dueStores: DueStores;
  /** Returns the store's sender after starting its poll; undefined when nothing more is sent from the store. */
  readonly wake: (store: StoreName) => WokenSender | undefined;
  readonly onError: (error: unknown) => void;
}

/** For a process that has the database to itself: polls all noted stores at start. Afterwards the process sees every change itself. */
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

/** Polls a few stores at a time, so that a start with many stores does not open all of them at once. */
export async function pollAllStores({ dueStores, wake }: WorkFinderContext): Promise<void> {
  const left = [...(await dueStores.all())];
  const pollOn = async (): Promise<void> => {
    for (let store = left.pop(); store !== undefined; store = left.pop()) await wake(store)?.whenPolled();
  };
  await Promise.all(Array.from({ length: STORES_AT_ONCE }, pollOn));
}

/** For processes that share a database: polls every second for stores that are due. */
export function createPollingFinder({ dueStores, wake, onError }: WorkFinderContext): WorkFinder {
  const underWay = new Set<StoreName>();
  let polling: NodeJS.Timeout | undefined;
  let isStopped = false;

  /** Sends what is due in a store, then records when its next delivery is due. */
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
