import type { KeyboardEvent, MouseEvent, SyntheticEvent } from 'react';

/**
 * Events of the headers that the grid component does not have: Shift+click adds a column to the order, as users expect,
 * where the grid wants Ctrl. A header is one Tab stop, so its menu opens by Alt+↓, the menu key, or a right click.
 */
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
