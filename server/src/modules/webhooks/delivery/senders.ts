import type { StoreName } from '../../../database/database.ts';
import type { DueStores, Note } from '../../../jobs/index.ts';
import { type SenderContext, StoreSender } from './store-sender.ts';

/** Stores that are looked at for the first time at once, when the process starts. */
const STORES_AT_ONCE = 8;
/** How soon work of other processes is noticed that they can no longer do. */
const POLL_MS = 1000;
/** Stores that were found by polling and are not yet idle again. */
const POLLED_MAX = 256;
/** How soon a sender without work is let go of. */
const SWEEP_MS = 5000;
/** Attempts under way when the process ends have this long. */
const PATIENCE_MS = 2000;
/** Deleted projects that are kept in mind: a late word of one must not open its store again. */
const GONE_MAX = 1000;

export interface SendersOptions {
  readonly context: SenderContext;
  readonly isShared: boolean;
  readonly dueStores: DueStores;
  readonly onError: (error: unknown) => void;
}

export interface Senders {
  of(store: StoreName): StoreSender | undefined;
  wake(store: StoreName): void;
  drop(store: StoreName): Promise<void>;
  start(): void;
  stop(): Promise<void>;
  runUntilIdle(): Promise<void>;
}

/** The senders of the projects that have something to send; others cost nothing. */
export function createSenders({ context, isShared, dueStores, onError }: SendersOptions): Senders {
  const senders = new Map<StoreName, StoreSender>();
  const gone = new Set<StoreName>();
  let isStopped = false;
  const polled = new Set<StoreName>();
  let polling: NodeJS.Timeout | undefined;
  let sweeping: NodeJS.Timeout | undefined;

  const wake = (store: StoreName): void => {
    if (isStopped || gone.has(store)) return;
    const sender = senders.get(store) ?? new StoreSender(store, context);
    senders.set(store, sender);
    sender.poll();
  };

  const sweep = (): void => {
    for (const [store, sender] of senders) {
      if (!sender.isDone()) continue;
      senders.delete(store);
      if (!isShared) forgetNote(store).catch(onError);
    }
  };

  const forgetNote = async (store: StoreName): Promise<void> => {
    const note = await dueStores.find(store);
    if (note !== undefined) await dueStores.move(note, undefined);
  };

  /** Sends what is due in a store, then says when the next of it will be. */
  const sendDue = async (note: Note): Promise<void> => {
    wake(note.store);
    const sender = senders.get(note.store);
    await sender?.whenIdle();
    if (!isStopped && !gone.has(note.store)) await dueStores.move(note, sender?.nextAtMs());
  };

  const poll = async (): Promise<void> => {
    try {
      for (const note of await dueStores.due(POLLED_MAX)) {
        if (polled.has(note.store) || polled.size >= POLLED_MAX) continue;
        polled.add(note.store);
        void sendDue(note)
          .catch(onError)
          .finally(() => polled.delete(note.store));
      }
    } catch (error) {
      onError(error);
    }
    if (!isStopped) polling = setTimeout(poll, POLL_MS).unref();
  };

  /** One after the other, so that a start with many stores opens few at a time. */
  const pollAll = async (): Promise<void> => {
    const left = [...(await dueStores.all())];
    const pollOn = async (): Promise<void> => {
      for (let store = left.pop(); store !== undefined && !isStopped; store = left.pop()) {
        wake(store);
        await senders.get(store)?.whenPolled();
      }
    };
    await Promise.all(Array.from({ length: STORES_AT_ONCE }, pollOn));
    sweep();
  };

  return {
    of: (store) => senders.get(store),
    wake,
    drop: async (store) => {
      gone.add(store);
      const [oldest] = gone;
      if (gone.size > GONE_MAX && oldest !== undefined) gone.delete(oldest);
      await senders.get(store)?.drop();
      senders.delete(store);
    },
    start: () => {
      sweeping = setInterval(sweep, SWEEP_MS).unref();
      if (isShared) void poll();
      else pollAll().catch(onError);
    },
    stop: async () => {
      isStopped = true;
      clearInterval(sweeping);
      clearTimeout(polling);
      await Promise.all([...senders.values()].map((sender) => sender.close(PATIENCE_MS)));
    },
    runUntilIdle: async () => {
      await pollAll();
      await Promise.all([...senders.values()].map((sender) => sender.whenIdle()));
    },
  };
}
