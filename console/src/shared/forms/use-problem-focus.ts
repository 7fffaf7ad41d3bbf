import { type RefObject, useEffect, useRef } from 'react';

const SUBMIT = 'button[type=submit]';

/** A button that works cannot hold the focus; a form that was refused gives it to the first field that is wrong. */
export function useProblemFocus(isBusy: boolean): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  const wasBusy = useRef(false);
  useEffect(() => {
    const hasEnded = wasBusy.current && !isBusy;
    wasBusy.current = isBusy;
    if (!hasEnded || document.activeElement !== document.body) return;
    const field = form.current?.querySelector<HTMLElement>('[aria-invalid=true]');
    (field ?? form.current?.querySelector<HTMLElement>(SUBMIT))?.focus();
  }, [isBusy]);
  return form;
}
