import { CloseButton } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, type SyntheticEvent, useId, useLayoutEffect, useRef } from 'react';
import classes from './dialogs.module.css';

export interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** `panel` stands at the side over the whole height; `wide` has room for a form of many columns. */
  readonly kind?: 'window' | 'wide' | 'panel';
  /** Shown beside the close button. */
  readonly tools?: ReactNode;
  /** Goes to the one below or above in the list that the panel belongs to, by ↓ and ↑ outside of fields. */
  readonly onStep?: ((by: 1 | -1) => void) | undefined;
}

const FIELD = ':is(input, select, textarea):enabled:not([readonly], [type=hidden])';
const FIRST_FIELD = { window: FIELD, wide: FIELD, panel: '[data-autofocus]' } as const;
const STEPS: Readonly<Record<string, 1 | -1>> = { ArrowDown: 1, ArrowUp: -1 };
const USES_ARROWS = 'input, textarea, select, pre, [contenteditable=true], [role=menu]';

/**
 * The browser's own dialog: it keeps the focus in, gives it back, closes on Esc and stands above everything without
 * any code of ours. It is open as long as it is rendered.
 */
export function Dialog({ title, onClose, children, kind = 'window', tools, onStep }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  // Before it leaves the document: a dialog that is gone already gives the focus back to nobody.
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (dialog !== null && !dialog.open) {
      dialog.showModal();
      // The browser would begin with the first button, that to close. A panel is looked at first.
      dialog.querySelector<HTMLElement>(FIRST_FIELD[kind])?.focus();
    }
    return () => dialog?.close();
  }, [kind]);

  const onCancel = (event: SyntheticEvent): void => {
    event.preventDefault();
    // A field's own dialog, as that for files, cancels too and its event bubbles.
    if (event.target === ref.current) onClose();
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    const step = STEPS[event.key];
    const isTaken = event.target instanceof Element && event.target.closest(USES_ARROWS) !== null;
    if (onStep === undefined || step === undefined || isTaken) return;
    event.preventDefault();
    onStep(step);
  };

  return (
    <dialog
      ref={ref}
      aria-labelledby={titleId}
      className={`${classes.dialog} ${classes[kind]}`}
      onCancel={onCancel}
      onKeyDown={onKeyDown}
    >
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
