import { Button } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { AppLink } from '../../shared/address/app-link.tsx';
import type { Account } from '../../shared/session/session-queries.ts';
import { AccountMenu } from './account-menu.tsx';
import classes from './frame.module.css';
import { openPalette } from './palette-state.ts';
import { ProjectSwitcher } from './project-switcher.tsx';

export function Banner({ account }: { readonly account: Account | undefined }) {
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
      <AccountMenu account={account} />
    </header>
  );
}
