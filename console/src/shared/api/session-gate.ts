/** Holds calls whose session has ended until the user signs in again, so that no input is lost. */
export interface SessionGate {
  /** Resolves to true when there is a session again, or to false when the user gives up. */
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
