import { useShortcut } from './use-shortcut.ts';

export function useRefreshKey(run: () => void): void {
  useShortcut({ keys: 'r', label: 'Refresh', run });
}
