import { projectAddress } from '../../shared/address/addresses.ts';
import { recentPlaces } from '../../shared/address/recent-places.ts';
import { mayDo, type Role } from '../../shared/project/roles.ts';

export interface Target {
  readonly label: string;
  readonly kind: string;
  readonly to: string;
  /** The label of the shortcut that runs when the page has loaded. */
  readonly action?: string;
}

const OWN_PAGES: readonly Target[] = [
  { label: 'Projects', kind: 'Page', to: '/' },
  { label: 'Your account', kind: 'Page', to: '/account' },
  { label: 'Personal tokens', kind: 'Page', to: '/tokens' },
  { label: 'Mailbox', kind: 'Page', to: '/mailbox' },
];
const OPERATOR_PAGES: readonly Target[] = [
  { label: 'Operators', kind: 'Page', to: '/operators' },
  { label: 'Databases', kind: 'Page', to: '/databases' },
];

const SETTINGS = [
  { path: 'origins', label: 'Origins and domains' },
  { path: 'sign-in', label: 'Sign-in' },
  { path: 'mails', label: 'Mail templates' },
  { path: 'storage', label: 'Storage' },
  { path: 'inbox', label: 'Inbox settings' },
  { path: 'payments', label: 'Payment settings' },
  { path: 'limits', label: 'Limits' },
  { path: 'members', label: 'Members' },
  { path: 'keys', label: 'Keys' },
  { path: 'backup', label: 'Backup' },
];

interface PageLink {
  readonly path: string;
  readonly label: string;
}

interface ShownPages {
  readonly project: string;
  readonly links: readonly PageLink[];
  readonly isOperator: boolean;
}

export function pageTargets({ project, links, isOperator }: ShownPages): readonly Target[] {
  const own = isOperator ? [...OWN_PAGES, ...OPERATOR_PAGES] : OWN_PAGES;
  if (project === '') return own;
  return [
    ...links.map(({ label, path }) => ({ label, kind: 'Page', to: projectAddress(project, path) })),
    ...SETTINGS.map(({ label, path }) => ({
      label,
      kind: 'Settings',
      to: projectAddress(project, `settings/${path}`),
    })),
    ...own,
  ];
}

export function projectTargets(projects: readonly { id: string; name: string }[]): readonly Target[] {
  return projects.map(({ id, name }) => ({ label: name, kind: 'Project', to: projectAddress(id) }));
}

const ACTIONS: readonly { readonly label: string; readonly path: string; readonly least: Role }[] = [
  { label: 'New table', path: 'tables', least: 'editor' },
  { label: 'New user', path: 'users', least: 'admin' },
  { label: 'New function', path: 'functions', least: 'admin' },
  { label: 'New schedule', path: 'schedules', least: 'admin' },
  { label: 'New secret', path: 'secrets', least: 'admin' },
  { label: 'New webhook', path: 'webhooks', least: 'admin' },
  { label: 'Invite member', path: 'settings/members', least: 'admin' },
  { label: 'New secret key', path: 'settings/keys', least: 'admin' },
  { label: 'Rotate public key', path: 'settings/keys', least: 'admin' },
];

export function actionTargets(project: string, table: string, role: Role): readonly Target[] {
  if (project === '') return [];
  const actions =
    table === '' ? ACTIONS : [{ label: 'New row', path: `tables/${table}`, least: 'editor' as const }, ...ACTIONS];
  return actions
    .filter(({ least }) => mayDo(role, least))
    .map(({ label, path }) => ({ label, kind: 'Action', to: projectAddress(project, path), action: label }));
}

export function recentTargets(path: string): readonly Target[] {
  return recentPlaces
    .list()
    .filter(({ to }) => to !== path)
    .map(({ to, label }) => ({ to, label, kind: 'Recent' }));
}
