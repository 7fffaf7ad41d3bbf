import { Button } from '@mantine/core';
import {
  IconApi,
  IconBell,
  IconBolt,
  IconCalendarTime,
  IconClockPlay,
  IconCreditCard,
  IconFiles,
  IconHistory,
  IconInbox,
  IconKey,
  IconLayoutDashboard,
  IconListDetails,
  IconMenu2,
  IconPackageExport,
  IconPlug,
  IconRepeat,
  IconSettings,
  IconTable,
  IconUsers,
  IconWallet,
  IconWebhook,
} from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { projectAddress } from '../../shared/address/addresses.ts';
import { AppLink } from '../../shared/address/app-link.tsx';
import { useAddress } from '../../shared/address/use-address.ts';
import { type projectLinks, useProjectLinks } from '../project-links.ts';
import classes from './frame.module.css';

const ICONS: Readonly<Record<(typeof projectLinks)[number]['path'], typeof IconTable>> = {
  '': IconLayoutDashboard,
  tables: IconTable,
  users: IconUsers,
  files: IconFiles,
  functions: IconBolt,
  schedules: IconCalendarTime,
  later: IconClockPlay,
  secrets: IconKey,
  webhooks: IconWebhook,
  incoming: IconBell,
  inbox: IconInbox,
  integrations: IconPlug,
  payments: IconCreditCard,
  subscriptions: IconRepeat,
  billing: IconWallet,
  deployments: IconPackageExport,
  api: IconApi,
  logs: IconListDetails,
  audit: IconHistory,
  settings: IconSettings,
};

/** Links to the project's pages; on narrow screens a menu behind a button. */
export function ProjectNavigation({ project }: { readonly project: string }) {
  const { path } = useAddress();
  const links = useProjectLinks(project);
  const [isOpen, setIsOpen] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page closes the menu.
  useEffect(() => setIsOpen(false), [path]);
  const isCurrent = (to: string): boolean =>
    path === to || (to !== projectAddress(project) && path.startsWith(`${to}/`));
  return (
    <>
      <Button
        variant="subtle"
        color="gray"
        className={classes.menuButton}
        aria-expanded={isOpen}
        leftSection={<IconMenu2 size={18} aria-hidden />}
        onClick={() => setIsOpen(!isOpen)}
      >
        Menu
      </Button>
      <nav aria-label="Project" className={classes.navigation} data-open={isOpen || undefined}>
        {links.map(({ path: part, label }) => {
          const to = projectAddress(project, part);
          const Icon = ICONS[part];
          return (
            <AppLink key={part} to={to} {...(isCurrent(to) && { 'aria-current': 'page' as const })}>
              <Icon size={18} aria-hidden />
              {label}
            </AppLink>
          );
        })}
      </nav>
    </>
  );
}
