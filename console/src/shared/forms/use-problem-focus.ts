import { type RefObject, useEffect, useRef } from 'react';

const SUBMIT = 'button[type=submit]';

export function useProblemFocus(isBusy: boolean): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  const wasBusy = useRef(false);
  useEffect(() => {
    const hasEnded = wasBusy.current && !isBusy;
    wasBusy.current = isBusy;
    const button = form.current?.querySelector(SUBMIT);
    // Not every browser focuses a clicked button.
    const isSent = document.activeElement === button || document.activeElement === document.body;
    if (!hasEnded || !isSent) return;
    form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [isBusy]);
  return form;
}
