/**
 * Loads data again whenever it is called, and keeps the result unless a later load has ended first. When a call resolves, the
 * kept data is at least as new as the call, even if a later load is still running.
 */
export function createNewestLoad<T>(load: () => Promise<T>, keep: (data: T) => void): () => Promise<void> {
  let begun = 0;
  let newest = 0;
  return async () => {
    begun += 1;
    const own = begun;
    const data = await load();
    if (own < newest) return;
    newest = own;
    keep(data);
  };
}
