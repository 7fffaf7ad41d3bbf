/**
 * A call whose session has ended waits here until the person has signed in again, and is then sent once more: nothing
 * that was typed or clicked is lost by it.
 */
export interface SessionGate {
  /** Resolves to true when there is a session again, to false when the person goes away instead. */
  wait(): Promise<boolean>;
  open(hasSession: boolean): void;
  isShut(): boolean;
  subscribe(listener: () => void): () => void;
}

export function createSessionGate(): SessionGate {
  let waiting: ((hasSession: boolean) => void)[] = [];
  const listeners = new Set<() => void>();
  const tell = (): void => {
    for (const listener of listeners) listener();
  };
  return {
    wait: () =>
      new Promise((resolve) => {
        waiting.push(resolve);
        tell();
      }),
    open(hasSession) {
      const held = waiting;
      waiting = [];
      for (const release of held) release(hasSession);
      tell();
    },
    isShut: () => waiting.length > 0,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export const sessionGate = createSessionGate();
