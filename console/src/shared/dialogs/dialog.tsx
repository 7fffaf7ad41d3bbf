import { CloseButton } from '@mantine/core';
import { type ReactNode, type SyntheticEvent, useEffect, useId, useRef } from 'react';
import classes from './dialogs.module.css';

export interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** `panel` stands at the side over the whole height; `wide` has room for a form of many columns. */
  readonly kind?: 'window' | 'wide' | 'panel';
  /** Shown beside the close button. */
  readonly tools?: ReactNode;
}

/**
 * The browser's own dialog: it keeps the focus in, gives it back, closes on Esc and stands above everything without
 * any code of ours. It is open as long as it is rendered.
 */
export function Dialog({ title, onClose, children, kind = 'window', tools }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    const dialog = ref.current;
    if (dialog !== null && !dialog.open) dialog.showModal();
    return () => dialog?.close();
  }, []);

  const onCancel = (event: SyntheticEvent): void => {
    event.preventDefault();
    // A field's own dialog, as that for files, cancels too and its event bubbles.
    if (event.target === ref.current) onClose();
  };

  return (
    <dialog ref={ref} aria-labelledby={titleId} className={`${classes.dialog} ${classes[kind]}`} onCancel={onCancel}>
      <header className={classes.head}>
        <h2 id={titleId} className={classes.title}>
          {title}
        </h2>
        {tools}
        <CloseButton aria-label="Close" onClick={onClose} />
      </header>
      <div className={classes.body}>{children}</div>
    </dialog>
  );
}
