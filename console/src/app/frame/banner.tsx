import { Icon as IconSearch } from 'virtual:icon/search';
import { Icon as IconUser } from 'virtual:icon/user';
import { Button } from '@mantine/core';
import { lazy } from 'react';
import { AppLink } from '../../shared/address/app-link.tsx';
import classes from './frame.module.css';
import { LazyMenu } from './lazy-menu.tsx';
import { openPalette } from './palette-state.ts';
import { ProjectSwitcher } from './project-switcher.tsx';

const loadMenu = async () => ({ default: (await import('./account-menu.tsx')).AccountMenu });
const AccountMenu = lazy(loadMenu);

export function Banner() {
  return (
    <header className={classes.banner}>
      <AppLink to="/" className={classes.home ?? ''}>
        Console
      </AppLink>
      <ProjectSwitcher />
      <span className={classes.space} />
      <Button
        variant="default"
        className={classes.search}
        leftSection={<IconSearch size={16} aria-hidden />}
        onClick={openPalette}
      >
        Search or jump to
      </Button>
      <LazyMenu
        load={loadMenu}
        menu={AccountMenu}
        button={{ variant: 'default', 'aria-label': 'Account', children: <IconUser size={18} aria-hidden /> }}
      />
    </header>
  );
}
