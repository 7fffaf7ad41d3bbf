import type { StoreName } from '../../../database/database.ts';
import { type SenderContext, StoreSender } from './store-sender.ts';

/** Stores that are looked at for the first time at once, when the process starts. */
const STORES_AT_ONCE = 8;
/** How soon work of other processes is noticed that they can no longer do. */
const LOOK_EVERY_MS = 5000;
/** Attempts under way when the process ends have this long. */
const PATIENCE_MS = 2000;
/** Deleted projects that are kept in mind: a late word of one must not open its store again. */
const GONE_MAX = 1000;

export interface SendersOptions {
  readonly context: SenderContext;
  readonly isShared: boolean;
  /** The stores that may have something to send. */
  readonly stores: () => Promise<readonly StoreName[]>;
  readonly onError: (error: unknown) => void;
}

export interface Senders {
  of(store: StoreName): StoreSender | undefined;
  look(store: StoreName): void;
  drop(store: StoreName): Promise<void>;
  start(): void;
  stop(): Promise<void>;
  runUntilIdle(): Promise<void>;
}

/** The senders of the projects that have something to send; others cost nothing. */
export function createSenders({ context, isShared, stores, onError }: SendersOptions): Senders {
  const senders = new Map<StoreName, StoreSender>();
  const gone = new Set<StoreName>();
  let isStopped = false;
  let looking: NodeJS.Timeout | undefined;

  const look = (store: StoreName): void => {
    if (isStopped || gone.has(store)) return;
    const sender = senders.get(store) ?? new StoreSender(store, context);
    senders.set(store, sender);
    sender.look();
  };

  const sweep = (): void => {
    for (const [store, sender] of senders) {
      if (!sender.isDone()) continue;
      senders.delete(store);
      context.onDone(store);
    }
  };

  /** One after the other, so that a start with many stores opens few at a time. */
  const lookAtAll = async (): Promise<void> => {
    const left = [...(await stores())];
    const lookOn = async (): Promise<void> => {
      for (let store = left.pop(); store !== undefined && !isStopped; store = left.pop()) {
        look(store);
        await senders.get(store)?.whenLooked();
      }
    };
    await Promise.all(Array.from({ length: STORES_AT_ONCE }, lookOn));
    sweep();
  };

  const lookAgain = (): void => {
    sweep();
    if (isShared) lookAtAll().catch(onError);
  };

  return {
    of: (store) => senders.get(store),
    look,
    drop: async (store) => {
      gone.add(store);
      const [oldest] = gone;
      if (gone.size > GONE_MAX && oldest !== undefined) gone.delete(oldest);
      await senders.get(store)?.drop();
      senders.delete(store);
    },
    start: () => {
      looking = setInterval(lookAgain, LOOK_EVERY_MS).unref();
      lookAtAll().catch(onError);
    },
    stop: async () => {
      isStopped = true;
      clearInterval(looking);
      await Promise.all([...senders.values()].map((sender) => sender.close(PATIENCE_MS)));
    },
    runUntilIdle: async () => {
      await lookAtAll();
      await Promise.all([...senders.values()].map((sender) => sender.whenIdle()));
    },
  };
}
