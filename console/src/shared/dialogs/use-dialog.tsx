import { type ReactNode, Suspense, useState } from 'react';
import { type Confirmation, ConfirmDialog } from './confirm-dialog.tsx';

export interface DialogSlot {
  readonly element: ReactNode;
  open(render: (close: () => void) => ReactNode): void;
  showNext(render: (close: () => void) => ReactNode): void;
  confirm(confirmation: Confirmation): void;
  close(): void;
}

export function useDialog(): DialogSlot {
  const [shown, setShown] = useState<OpenDialog>();
  const open: DialogSlot['open'] = (render) => setShown({ render });
  // A dialog that another one has replaced must not close that one.
  const close = (): void => setShown((current) => (current === shown ? undefined : current));
  return {
    element: shown === undefined ? null : <Suspense key={keyOf(shown)}>{shown.render(close)}</Suspense>,
    open,
    showNext: open,
    confirm: (confirmation) => open((done) => <ConfirmDialog {...confirmation} onClose={done} />),
    close,
  };
}

interface OpenDialog {
  readonly render: (close: () => void) => ReactNode;
}

const keys = new WeakMap<OpenDialog, number>();
let lastKey = 0;

/** Gives each dialog its own key, so that two dialogs of one component do not share state. */
function keyOf(shown: OpenDialog): number {
  const known = keys.get(shown);
  if (known !== undefined) return known;
  lastKey += 1;
  keys.set(shown, lastKey);
  return lastKey;
}
