const KEY = 'time-zone';
let isUtc = localStorage.getItem(KEY) === 'UTC';
const listeners = new Set<() => void>();

export const shownZone = {
  isUtc: (): boolean => isUtc,
  setUtc(next: boolean): void {
    isUtc = next;
    if (next) localStorage.setItem(KEY, 'UTC');
    else localStorage.removeItem(KEY);
    for (const listener of listeners) listener();
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
