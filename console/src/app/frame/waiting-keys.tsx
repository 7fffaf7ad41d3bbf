import { useLayoutEffect } from 'react';

let kept = '';

/** Keeps what is typed while the palette loads, so that nobody has to wait for it. */
export function WaitingKeys() {
  useLayoutEffect(() => {
    kept = '';
    document.addEventListener('keydown', keep, true);
    return () => document.removeEventListener('keydown', keep, true);
  }, []);
  return null;
}

export function takeWaitingKeys(): string {
  const text = kept;
  kept = '';
  return text;
}

function keep(event: KeyboardEvent): void {
  const { key, ctrlKey, metaKey, altKey, isComposing } = event;
  if (ctrlKey || metaKey || altKey || isComposing) return;
  if (key === 'Backspace') kept = kept.slice(0, -1);
  else if (key.length === 1) kept += key;
  else return;
  event.preventDefault();
  event.stopPropagation();
}
