import { type ComponentProps, type MouseEvent, useState } from 'react';

/**
 * A button that becomes disabled while it has the focus, because it works or there is no further page, keeps it until the
 * person goes on: browsers put the keys of who was on a disabled button back to the beginning of the page.
 */
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
