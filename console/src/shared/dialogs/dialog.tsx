import { CloseButton } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, type SyntheticEvent, useId, useLayoutEffect, useRef } from 'react';
import classes from './dialogs.module.css';

export interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
  readonly kind?: 'window' | 'wide' | 'panel';
  readonly tools?: ReactNode;
  /** Opens the next or previous item of the list, by ↓ and ↑ outside of fields. */
  readonly onStep?: ((by: 1 | -1) => void) | undefined;
}

const FIELD = ':is(input, select, textarea):enabled:not([readonly], [type=hidden])';
const FIRST_FIELD = { window: FIELD, wide: FIELD, panel: '[data-autofocus]' } as const;
const BESIDE = '(min-width: 1280px)';
const STEPS: Readonly<Record<string, 1 | -1>> = { ArrowDown: 1, ArrowUp: -1 };
const USES_ARROWS = 'input, textarea, select, pre, [contenteditable=true], [role=menu]';

/** Uses the native dialog, which traps and restores the focus. In wide windows a panel is beside its list. */
export function Dialog({ title, onClose, children, kind = 'window', tools, onStep }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  // A layout effect closes the dialog before it leaves the document; once removed, it could not restore the focus.
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (dialog !== null && !dialog.open) {
      if (kind === 'panel' && matchMedia(BESIDE).matches) dialog.show();
      else dialog.showModal();
      // By default, browsers focus the first button, which closes the dialog. Panels are for reading first.
      dialog.querySelector<HTMLElement>(FIRST_FIELD[kind])?.focus();
    }
    return () => dialog?.close();
  }, [kind]);

  const onCancel = (event: SyntheticEvent): void => {
    event.preventDefault();
    // A field's own dialog, such as a file picker, also fires `cancel`, and that event bubbles.
    if (event.target === ref.current) onClose();
  };

  // Browsers close a dialog without `cancel` when Esc is pressed twice. It stays open until its owner removes it.
  const onClosed = (event: SyntheticEvent): void => {
    const dialog = ref.current;
    if (dialog === null || event.target !== dialog || dialog.open || !dialog.isConnected) return;
    dialog.showModal();
    onClose();
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    // Browsers close only modal dialogs on Esc.
    if (event.key === 'Escape' && !event.defaultPrevented && ref.current?.matches(':modal') === false) onClose();
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
      onClose={onClosed}
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
