import { useShortcut } from './use-shortcut.ts';

/** R asks for what the page shows once more. */
export function useRefreshKey(run: () => void): void {
  useShortcut({ keys: 'r', label: 'Refresh', run });
}
