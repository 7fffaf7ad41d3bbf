import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react';
import { projectAddress } from '../../shared/address/addresses.ts';
import { useAddress, usePathPart } from '../../shared/address/use-address.ts';
import { shortcuts } from '../../shared/keyboard/shortcuts.ts';
import { useShortcut } from '../../shared/keyboard/use-shortcut.ts';
import { projectKeys, projectLinks } from '../project-links.ts';
import { PaletteDialog } from './palette-dialog.tsx';
import { frameDialog, openFrameDialog, openPalette } from './palette-state.ts';

const ShortcutsDialog = lazy(() =>
  import('./shortcuts-dialog.tsx').then(({ ShortcutsDialog: default_ }) => ({ default: default_ })),
);

export function FrameShortcuts() {
  const { go } = useAddress();
  const project = usePathPart('project');
  const open = useSyncExternalStore(frameDialog.subscribe, frameDialog.get);
  useShortcut({ keys: 'mod+k', label: 'Search or jump to', whileTyping: true, run: openPalette });
  useShortcut({ keys: '?', label: 'Keyboard shortcuts', run: () => openFrameDialog('shortcuts') });

  useEffect(() => {
    const listen = (event: KeyboardEvent): void => shortcuts.handle(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);

  useEffect(() => {
    if (project === '') return undefined;
    const removals = Object.entries(projectKeys).map(([key, path]) =>
      shortcuts.add({
        keys: `g ${key}`,
        label: `Go to ${projectLinks.find((link) => link.path === path)?.label ?? path}`,
        run: () => go(projectAddress(project, path)),
      }),
    );
    return () => {
      for (const remove of removals) remove();
    };
  }, [project, go]);

  const close = (): void => openFrameDialog(undefined);
  return (
    <>
      {open === 'palette' && <PaletteDialog onClose={close} />}
      <Suspense>{open === 'shortcuts' && <ShortcutsDialog onClose={close} />}</Suspense>
    </>
  );
}
