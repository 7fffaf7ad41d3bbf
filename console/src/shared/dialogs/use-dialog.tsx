import { type ReactNode, useState } from 'react';
import { type Confirmation, ConfirmDialog } from './confirm-dialog.tsx';

export interface DialogSlot {
  /** Where the dialog stands in the page; null while none is open. */
  readonly element: ReactNode;
  open(render: (close: () => void) => ReactNode): void;
  confirm(confirmation: Confirmation): void;
  close(): void;
}

/** One place for whichever dialog a part of a page has open. */
export function useDialog(): DialogSlot {
  const [render, setRender] = useState<((close: () => void) => ReactNode) | undefined>();
  const close = (): void => setRender(undefined);
  const open: DialogSlot['open'] = (next) => setRender(() => next);
  return {
    element: render?.(close) ?? null,
    open,
    confirm: (confirmation) => open((done) => <ConfirmDialog {...confirmation} onClose={done} />),
    close,
  };
}
