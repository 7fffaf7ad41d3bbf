import { Button } from '@mantine/core';
import { IconSearch, IconUser } from '@tabler/icons-react';
import { AppLink } from '../../shared/address/app-link.tsx';
import classes from './frame.module.css';
import { lazyMenu } from './lazy-menu.tsx';
import { openPalette } from './palette-state.ts';
import { ProjectSwitcher } from './project-switcher.tsx';

const LazyAccountMenu = lazyMenu(async () => (await import('./account-menu.tsx')).AccountMenu);

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
      <LazyAccountMenu
        button={{ variant: 'default', 'aria-label': 'Account', children: <IconUser size={18} aria-hidden /> }}
      />
    </header>
  );
}
