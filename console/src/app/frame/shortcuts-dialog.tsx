import { Kbd } from '@mantine/core';
import { Dialog } from '../../shared/dialogs/dialog.tsx';
import { keysText, shortcuts } from '../../shared/keyboard/shortcuts.ts';
import classes from './frame.module.css';

/** Keys that dialogs and grids handle themselves, or that exist on some pages only. */
const OTHERS = [
  { keys: 'n', label: 'The page’s New' },
  { keys: '/', label: 'Search or filter' },
  { keys: 'r', label: 'Refresh' },
  { keys: 'mod+s', label: 'Save or deploy' },
  { keys: 'mod+enter', label: 'Run' },
  { keys: 'Alt+↓', label: 'Menu of a column, on its header' },
  { keys: 'Esc', label: 'Close' },
];

export function ShortcutsDialog({ onClose }: { readonly onClose: () => void }) {
  const known = shortcuts.list().filter(({ keys }) => keys !== '');
  const rest = OTHERS.filter(({ keys }) => !known.some((shortcut) => shortcut.keys === keys));
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      <dl className={classes.keys}>
        {[...known, ...rest].map(({ keys, label }) => (
          <div key={keys}>
            <dt>{label}</dt>
            <dd>
              <Kbd>{keysText(keys)}</Kbd>
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
