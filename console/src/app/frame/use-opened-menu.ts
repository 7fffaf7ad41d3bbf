import { type RefObject, useEffect, useRef, useState } from 'react';

interface OpenedMenu {
  readonly target: RefObject<HTMLButtonElement | null>;
  readonly isOpen: boolean;
  readonly setIsOpen: (isOpen: boolean) => void;
}

/** A menu that opens when it mounts. Its button gets the focus first, because the menu returns the focus there. */
export function useOpenedMenu(): OpenedMenu {
  const target = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    target.current?.focus();
    setIsOpen(true);
  }, []);
  return { target, isOpen, setIsOpen };
}
