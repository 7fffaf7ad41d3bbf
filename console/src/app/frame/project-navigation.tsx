import { Icon as IconActivity } from 'virtual:icon/activity';
import { Icon as IconApi } from 'virtual:icon/api';
import { Icon as IconBell } from 'virtual:icon/bell';
import { Icon as IconBolt } from 'virtual:icon/bolt';
import { Icon as IconCalendarTime } from 'virtual:icon/calendar-time';
import { Icon as IconChevronDown } from 'virtual:icon/chevron-down';
import { Icon as IconClockPlay } from 'virtual:icon/clock-play';
import { Icon as IconCreditCard } from 'virtual:icon/credit-card';
import { Icon as IconDatabase } from 'virtual:icon/database';
import { Icon as IconFiles } from 'virtual:icon/files';
import { Icon as IconHistory } from 'virtual:icon/history';
import { Icon as IconInbox } from 'virtual:icon/inbox';
import { Icon as IconKey } from 'virtual:icon/key';
import { Icon as IconLayoutDashboard } from 'virtual:icon/layout-dashboard';
import { Icon as IconListDetails } from 'virtual:icon/list-details';
import { Icon as IconMenu2 } from 'virtual:icon/menu-2';
import { Icon as IconPackageExport } from 'virtual:icon/package-export';
import { Icon as IconPlug } from 'virtual:icon/plug';
import { Icon as IconRepeat } from 'virtual:icon/repeat';
import { Icon as IconReportSearch } from 'virtual:icon/report-search';
import { Icon as IconSettings } from 'virtual:icon/settings';
import { Icon as IconShieldCheck } from 'virtual:icon/shield-check';
import { Icon as IconTable } from 'virtual:icon/table';
import { Icon as IconUsers } from 'virtual:icon/users';
import { Icon as IconWallet } from 'virtual:icon/wallet';
import { Icon as IconWebhook } from 'virtual:icon/webhook';
import { useEffect, useId, useState } from 'react';
import { projectAddress } from '../../shared/address/addresses.ts';
import { AppLink } from '../../shared/address/app-link.tsx';
import { useAddress } from '../../shared/address/use-address.ts';
import { LINK_GROUPS, type LinkGroup, type ProjectLink, useProjectLinks } from '../project-links.ts';
import classes from './navigation.module.css';
import { useFoldedGroups } from './use-folded-groups.ts';

const ICONS: Readonly<Record<ProjectLink['path'], typeof IconTable>> = {
  '': IconLayoutDashboard,
  tables: IconTable,
  users: IconUsers,
  files: IconFiles,
  query: IconReportSearch,
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
  history: IconHistory,
  audit: IconShieldCheck,
  settings: IconSettings,
};

const GROUP_ICONS: Readonly<Record<LinkGroup, typeof IconTable>> = {
  Data: IconDatabase,
  Code: IconBolt,
  Events: IconWebhook,
  Money: IconCreditCard,
  Observe: IconActivity,
};

type OpenPart = 'all' | LinkGroup | undefined;

export function ProjectNavigation({ project }: { readonly project: string }) {
  const { path } = useAddress();
  const links = useProjectLinks(project);
  const { isFolded, toggle } = useFoldedGroups();
  const [part, setPart] = useState<OpenPart>();
  const id = useId();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new address closes the menu.
  useEffect(() => setPart(undefined), [path]);
  const isCurrent = (to: string): boolean =>
    path === to || (to !== projectAddress(project) && path.startsWith(`${to}/`));
  const linkOf = ({ path: page, label }: ProjectLink) => {
    const to = projectAddress(project, page);
    const Icon = ICONS[page];
    return (
      <AppLink key={page} to={to} {...(isCurrent(to) && { 'aria-current': 'page' as const })}>
        <Icon size={18} aria-hidden />
        {label}
      </AppLink>
    );
  };
  const button = (wanted: 'all' | LinkGroup, label: string, Icon: typeof IconTable) => (
    <button
      key={wanted}
      type="button"
      aria-expanded={part === wanted}
      aria-controls={id}
      data-current={
        links.some(
          ({ group, path: page }) => (group ?? 'all') === wanted && isCurrent(projectAddress(project, page)),
        ) || undefined
      }
      onClick={() => setPart(part === wanted ? undefined : wanted)}
    >
      <Icon size={20} aria-hidden />
      {label}
    </button>
  );
  const [overview, ...others] = links;
  const settings = others.at(-1);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Esc closes any menu that the buttons have opened.
    <div className={classes.menu} onKeyDown={(event) => event.key === 'Escape' && setPart(undefined)}>
      <nav aria-label="Sections" className={classes.bar}>
        {LINK_GROUPS.map((group) => button(group, group, GROUP_ICONS[group]))}
        {button('all', 'Menu', IconMenu2)}
      </nav>
      <nav id={id} aria-label="Project" className={classes.navigation} data-part={part}>
        <div className={classes.links}>
          {overview !== undefined && <div className={classes.group}>{linkOf(overview)}</div>}
          {LINK_GROUPS.map((group) => (
            <div key={group} className={classes.group} data-chosen={part === group || undefined}>
              <button type="button" aria-expanded={!isFolded(group)} onClick={() => toggle(group)}>
                {group}
                <IconChevronDown size={14} aria-hidden />
              </button>
              {links
                .filter((link) => link.group === group)
                .filter((link) => !isFolded(group) || part === group || isCurrent(projectAddress(project, link.path)))
                .map(linkOf)}
            </div>
          ))}
        </div>
        {settings !== undefined && <div className={`${classes.group} ${classes.last}`}>{linkOf(settings)}</div>}
      </nav>
    </div>
  );
}
