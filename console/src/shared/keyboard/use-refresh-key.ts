import { useShortcut } from './use-shortcut.ts';

/** Registers R to read the page's data again. */
export function useRefreshKey(run: () => void): void {
  useShortcut({ keys: 'r', label: 'Refresh', run });
}
