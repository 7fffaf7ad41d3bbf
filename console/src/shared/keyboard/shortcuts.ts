/** A key or a chord: `mod+k`, `?`, `g t`. `mod` is Ctrl, or Command on a Mac. Without keys only the palette runs it. */
export interface Shortcut {
  readonly keys: string;
  readonly label: string;
  /** Whether it also works while the user types; only for keys with `mod`. */
  readonly whileTyping?: boolean;
  run(): void;
}

const CHORD_MS = 1500;
const REQUEST_MS = 5000;

export interface ShortcutRegistry {
  add(shortcut: Shortcut): () => void;
  list(): readonly Shortcut[];
  /** Runs the shortcut with this label, or waits a moment for the page that has it. */
  request(label: string): void;
  handle(event: KeyboardEvent): void;
}

export function createShortcuts(now: () => number = () => performance.now()): ShortcutRegistry {
  const shortcuts: Shortcut[] = [];
  let started: { readonly key: string; readonly at: number } | undefined;
  let requested: { readonly label: string; readonly at: number } | undefined;

  /** The newest wins, so that a dialog or page can override a key while it is mounted. */
  const find = (keys: string): Shortcut | undefined => shortcuts.findLast((shortcut) => shortcut.keys === keys);

  return {
    add(shortcut) {
      shortcuts.push(shortcut);
      if (requested?.label === shortcut.label && now() - requested.at < REQUEST_MS) {
        requested = undefined;
        queueMicrotask(() => shortcut.run());
      }
      return () => {
        shortcuts.splice(shortcuts.indexOf(shortcut), 1);
      };
    },
    list: () => shortcuts,
    request(label) {
      const known = shortcuts.findLast((shortcut) => shortcut.label === label);
      requested = known === undefined ? { label, at: now() } : undefined;
      known?.run();
    },
    handle(event) {
      if (event.defaultPrevented || event.isComposing) return;
      const keys = keysOf(event);
      if (keys === undefined) return;
      const chord = started !== undefined && now() - started.at < CHORD_MS ? `${started.key} ${keys}` : undefined;
      started = undefined;
      const found = (chord === undefined ? undefined : find(chord)) ?? find(keys);
      if (found !== undefined) {
        if (isBusyElsewhere(event) && found.whileTyping !== true) return;
        event.preventDefault();
        found.run();
      } else if (!isBusyElsewhere(event) && shortcuts.some((shortcut) => shortcut.keys.startsWith(`${keys} `))) {
        started = { key: keys, at: now() };
      }
    },
  };
}

export const shortcuts = createShortcuts();

function keysOf({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): string | undefined {
  if (altKey || key === 'Control' || key === 'Meta' || key === 'Shift') return undefined;
  return `${ctrlKey || metaKey ? 'mod+' : ''}${key.toLowerCase()}`;
}

const TAKES_KEYS =
  'input:not([type=checkbox]):not([type=radio]):not([type=button]), textarea, select, [contenteditable=true], [role=grid], [role=menu]';

function isBusyElsewhere({ target }: KeyboardEvent): boolean {
  if (document.querySelector('dialog:modal') !== null) return true;
  return target instanceof Element && target.closest(TAKES_KEYS) !== null;
}

export function keysText(keys: string): string {
  const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);
  return keys
    .split(' ')
    .map((key) => key.replace(/(?<![a-z])[a-z]+$/i, capitalized).replace('mod+', isMac ? '⌘' : 'Ctrl+'))
    .join(' then ');
}

function capitalized(key: string): string {
  return key.charAt(0).toUpperCase() + key.slice(1);
}
