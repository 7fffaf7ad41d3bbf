import type { KeyboardEvent, MouseEvent, SyntheticEvent } from 'react';

/** Shift+click adds a column to the order; Alt+↓, the menu key and a right click open the header's menu. */
export function headerEvents(addOrder: (column: string) => void) {
  const headerOf = ({ target }: SyntheticEvent): Element | null =>
    target instanceof Element ? target.closest('[role=columnheader]') : null;
  const openMenu = (event: SyntheticEvent): void => {
    const button = headerOf(event)?.querySelector<HTMLElement>('[aria-haspopup=menu]');
    if (button === null || button === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    button.click();
  };
  return {
    onClickCapture(event: MouseEvent): void {
      const header = event.shiftKey ? headerOf(event) : null;
      const column = header?.querySelector<HTMLElement>('[data-column]')?.dataset['column'];
      if (column === undefined) return;
      event.stopPropagation();
      addOrder(column);
    },
    onKeyDownCapture(event: KeyboardEvent): void {
      if (event.key === 'ContextMenu' || (event.altKey && event.key === 'ArrowDown')) openMenu(event);
    },
    onContextMenuCapture: openMenu,
  };
}
