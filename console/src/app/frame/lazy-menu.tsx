import { ActionIcon, type ActionIconProps } from '@mantine/core';
import { type ComponentType, lazy, Suspense, useState } from 'react';

export interface OpenMenuProps {
  /** The look of the menu's button, which the menu renders itself. */
  readonly button: MenuButton;
}

export interface MenuButton extends ActionIconProps {
  readonly 'aria-label': string;
}

/**
 * Makes a button that loads its menu when it is first pointed at, focused or pressed: menus weigh 20 KB, and most pages
 * are left without opening one.
 */
export function lazyMenu(load: () => Promise<ComponentType<OpenMenuProps>>): ComponentType<OpenMenuProps> {
  const OpenMenu = lazy(async () => ({ default: await load() }));
  return function LazyMenu({ button }) {
    const [isWanted, setIsWanted] = useState(false);
    const closed = (
      <ActionIcon
        {...button}
        aria-haspopup="menu"
        aria-expanded={false}
        onPointerEnter={() => void load()}
        onFocus={() => void load()}
        onClick={() => setIsWanted(true)}
      />
    );
    return isWanted ? (
      <Suspense fallback={closed}>
        <OpenMenu button={button} />
      </Suspense>
    ) : (
      closed
    );
  };
}
