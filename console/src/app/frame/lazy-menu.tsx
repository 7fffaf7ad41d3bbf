import { ActionIcon, type ActionIconProps } from '@mantine/core';
import { type ComponentType, Suspense, useState } from 'react';

export interface MenuButton extends ActionIconProps {
  readonly 'aria-label': string;
}

export interface OpenMenuProps {
  readonly button: MenuButton;
}

interface LazyMenuProps extends OpenMenuProps {
  readonly load: () => Promise<unknown>;
  readonly menu: ComponentType<OpenMenuProps>;
}

/** Loads its menu when first pointed at, focused or pressed: menus weigh 20 KB, and most pages open none. */
export function LazyMenu({ button, load, menu: OpenMenu }: LazyMenuProps) {
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
}
