import { Fragment, type ReactNode, useState } from 'react';
import { type Confirmation, ConfirmDialog } from './confirm-dialog.tsx';

export interface DialogSlot {
  /** Where the dialog stands in the page; null while none is open. */
  readonly element: ReactNode;
  open(render: (close: () => void) => ReactNode): void;
  /** Puts another dialog in the place of one that closes because it is done. */
  showNext(render: (close: () => void) => ReactNode): void;
  confirm(confirmation: Confirmation): void;
  close(): void;
}

/** One place for whichever dialog a part of a page has open. */
export function useDialog(): DialogSlot {
  const [shown, setShown] = useState<Shown>();
  const open: DialogSlot['open'] = (render) => setShown({ render });
  // A dialog that closes after another has taken its place closes only itself.
  const close = (): void => setShown((current) => (current === shown ? undefined : current));
  return {
    element: shown === undefined ? null : <Fragment key={keyOf(shown)}>{shown.render(close)}</Fragment>,
    open,
    showNext: open,
    confirm: (confirmation) => open((done) => <ConfirmDialog {...confirmation} onClose={done} />),
    close,
  };
}

interface Shown {
  readonly render: (close: () => void) => ReactNode;
}

const keys = new WeakMap<Shown, number>();
let lastKey = 0;

/** Another dialog is another element, even where both are made of the same component. */
function keyOf(shown: Shown): number {
  const known = keys.get(shown);
  if (known !== undefined) return known;
  lastKey += 1;
  keys.set(shown, lastKey);
  return lastKey;
}
