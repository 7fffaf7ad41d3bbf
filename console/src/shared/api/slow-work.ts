const SLOW_MS = 5000;

let slow = 0;
const listeners = new Set<() => void>();

function change(by: 1 | -1): void {
  slow += by;
  for (const listener of listeners) listener();
}

export function startWork(): () => void {
  let isSlow = false;
  const timer = setTimeout(() => {
    isSlow = true;
    change(1);
  }, SLOW_MS);
  return () => {
    clearTimeout(timer);
    if (isSlow) change(-1);
    isSlow = false;
  };
}

/** Whether any wait has lasted longer than five seconds. */
export const slowWork = {
  get: () => slow > 0,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
