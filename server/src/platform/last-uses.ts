import type { Clock } from './clock.ts';

const SAVE_EVERY_MS = 60_000;

/** Records when keys were last used. Times stay in memory and are saved in batches, so that using a key writes nothing. */
export interface LastUses {
  touch(id: string): void;
  unsaved(id: string): number | undefined;
  start(): void;
  stop(): Promise<void>;
}

export interface LastUsesOptions {
  readonly clock: Clock;
  readonly save: (uses: ReadonlyMap<string, number>) => Promise<unknown>;
  readonly onError?: (error: unknown) => void;
}

export function createLastUses({ clock, save, onError }: LastUsesOptions): LastUses {
  let uses = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;

  const saveAll = async (): Promise<void> => {
    if (uses.size === 0) return;
    const saving = uses;
    uses = new Map();
    try {
      await save(saving);
    } catch (error) {
      // Retried with the next save, unless there is a later use.
      for (const [id, at] of saving) if (!uses.has(id)) uses.set(id, at);
      onError?.(error);
    }
  };

  return {
    touch: (id) => {
      uses.set(id, clock.now());
    },
    unsaved: (id) => uses.get(id),
    start: () => {
      timer = setInterval(() => void saveAll(), SAVE_EVERY_MS).unref();
    },
    stop: async () => {
      clearInterval(timer);
      await saveAll();
    },
  };
}
