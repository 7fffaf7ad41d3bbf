import type { StoreName } from '../../../database/index.ts';
import type { DueStores } from '../../../jobs/index.ts';
import { pollAllStores, type WorkFinder, type WorkFinderContext } from './find-work.ts';
import { type SenderContext, StoreSender } from './store-sender.ts';

/** How often senders without work are closed. */
const SWEEP_MS = 5000;
/** How long running attempts may take when the process ends. */
const PATIENCE_MS = 2000;
/** Number of deleted projects that are remembered: a late wake-up for one must not open its store again. */
const GONE_MAX = 1000;

export interface SendersOptions {
  readonly context: SenderContext;
  readonly dueStores: DueStores;
  readonly createFinder: (context: WorkFinderContext) => WorkFinder;
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

export function createSenders({ context, dueStores, createFinder, onError }: SendersOptions): Senders {
  const senders = new Map<StoreName, StoreSender>();
  const gone = new Set<StoreName>();
  let isStopped = false;
  let sweeping: NodeJS.Timeout | undefined;

  const wake = (store: StoreName): StoreSender | undefined => {
    if (isStopped || gone.has(store)) return undefined;
    const sender = senders.get(store) ?? new StoreSender(store, context);
    senders.set(store, sender);
    sender.poll();
    return sender;
  };

  const finderContext = { dueStores, wake, onError };
  const finder = createFinder(finderContext);

  const sweep = (): void => {
    for (const [store, sender] of senders) {
      if (!sender.isDone()) continue;
      senders.delete(store);
      finder.done(store);
    }
  };

  return {
    of: (store) => senders.get(store),
    wake: (store) => void wake(store),
    drop: async (store) => {
      gone.add(store);
      const [oldest] = gone;
      if (gone.size > GONE_MAX && oldest !== undefined) gone.delete(oldest);
      await senders.get(store)?.drop();
      senders.delete(store);
    },
    start: () => {
      sweeping = setInterval(sweep, SWEEP_MS).unref();
      finder.start();
    },
    stop: async () => {
      isStopped = true;
      clearInterval(sweeping);
      finder.stop();
      await Promise.all([...senders.values()].map((sender) => sender.close(PATIENCE_MS)));
    },
    runUntilIdle: async () => {
      await pollAllStores(finderContext);
      sweep();
      await Promise.all([...senders.values()].map((sender) => sender.whenIdle()));
    },
  };
}
