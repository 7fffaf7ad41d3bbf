/**
 * Opens a panel for development: requests with their ids, queries, changes under way and the session. In a production
 * build it does nothing, and bundlers leave the panel out. Returns a function that removes it.
 * @example
 * ```ts
 * import { openDevtools } from '@service/client/devtools';
 * void openDevtools();
 * ```
 */
export async function openDevtools(): Promise<() => void> {
  // Bundlers replace the first condition with a constant, and leave the import out of production builds.
  if (process.env['NODE_ENV'] !== 'production' && typeof document !== 'undefined') {
    const { mountPanel } = await import('./devtools/panel.ts');
    return mountPanel();
  }
  return () => undefined;
}
