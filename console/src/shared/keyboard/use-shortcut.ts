import { useEffect, useEffectEvent } from 'react';
import { type Shortcut, shortcuts } from './shortcuts.ts';

export function useShortcut(shortcut: Shortcut | undefined): void {
  const run = useEffectEvent(() => shortcut?.run());
  const { keys, label, whileTyping } = shortcut ?? {};
  useEffect(() => {
    if (keys === undefined || label === undefined) return undefined;
    return shortcuts.add({ keys, label, ...(whileTyping !== undefined && { whileTyping }), run: () => run() });
  }, [keys, label, whileTyping]);
}
