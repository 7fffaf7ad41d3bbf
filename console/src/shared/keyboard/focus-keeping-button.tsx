import { type ComponentProps, type MouseEvent, useState } from 'react';

/** Keeps the focus while disabled; otherwise browsers move keyboard users back to the start of the page. */
export function FocusKeepingButton({
  type = 'button',
  disabled = false,
  onFocus,
  onBlur,
  onClick,
  ...others
}: ComponentProps<'button'>) {
  const [isFocused, setIsFocused] = useState(false);
  const isKept = disabled && isFocused;
  return (
    <button
      {...others}
      type={type}
      disabled={disabled && !isFocused}
      aria-disabled={isKept || undefined}
      onFocus={(event) => {
        setIsFocused(true);
        onFocus?.(event);
      }}
      onBlur={(event) => {
        setIsFocused(false);
        onBlur?.(event);
      }}
      onClick={isKept ? refuse : onClick}
    />
  );
}

function refuse(event: MouseEvent): void {
  event.preventDefault();
}
