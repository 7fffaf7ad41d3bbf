import { projectAddress, tableAddress } from '../../shared/address/addresses.ts';
import { recentPlaces } from '../../shared/address/recent-places.ts';
import { mayDo, type Role } from '../../shared/project/roles.ts';

export interface Target {
  readonly label: string;
  readonly kind: string;
  readonly to: string;
  /** Names that other products give it. */
  readonly aliases?: readonly string[] | undefined;
  /** The one of these names by which it was found. */
  readonly alias?: string;
  /** Tells it apart from another one with the same label. */
  readonly detail?: string;
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

/** Names of other products that people search for, by the path of our page. */
const ALIASES: Readonly<Record<string, readonly string[]>> = {
  '': ['Home', 'Dashboard', 'Reports', 'Metrics', 'Project URL'],
  tables: ['Table editor', 'Database', 'Collections', 'Schema visualizer', 'Policies', 'Row level security', 'RLS'],
  users: ['Authentication', 'Auth', 'Accounts', 'User management'],
  files: ['Storage', 'Buckets', 'Uploads', 'Media'],
  query: ['SQL editor', 'Aggregates', 'Charts', 'Reports', 'Query performance'],
  functions: ['Edge functions', 'Serverless', 'Database functions', 'RPC', 'Triggers'],
  schedules: ['Cron jobs', 'Scheduled functions'],
  later: ['Queues', 'Jobs', 'Background tasks'],
  secrets: ['Vault', 'Environment variables', 'Edge function secrets'],
  deployments: ['Hosting', 'Releases', 'Publish'],
  webhooks: ['Database webhooks', 'Events', 'Deliveries', 'Hooks'],
  incoming: ['Inbound webhooks', 'Callbacks'],
  inbox: ['Contact form', 'Form submissions'],
  integrations: ['SMTP settings', 'Email provider', 'Stripe', 'OpenAI', 'AI'],
  payments: ['Stripe', 'Checkout', 'Orders'],
  subscriptions: ['Recurring payments', 'Customers'],
  billing: ['Billing', 'Usage', 'Invoices', 'Credits', 'Upgrade'],
  logs: ['Logs explorer', 'Requests', 'Errors'],
  history: ['Undo', 'Trash', 'Restore deleted rows'],
  audit: ['Audit logs', 'Activity'],
  api: ['API docs', 'REST', 'OpenAPI', 'Swagger', 'SDK'],
  settings: ['Project settings', 'General', 'Delete project', 'Rename project'],
  'settings/origins': ['CORS', 'Custom domains', 'URL configuration', 'Redirect URLs', 'Site URL'],
  'settings/sign-in': ['Authentication', 'Providers', 'OAuth', 'Google', 'Passkeys', 'Sign up', 'Sessions', 'MFA'],
  'settings/mails': ['Email templates', 'E-mail templates'],
  'settings/storage': ['Buckets', 'Storage policies', 'Upload limits'],
  'settings/limits': ['Rate limits', 'Quotas'],
  'settings/members': ['Team', 'Team mates', 'Organization', 'Collaborators', 'Roles', 'Invite'],
  'settings/keys': ['API keys', 'Anon key', 'service_role', 'Secret keys', 'Tokens'],
  'settings/backup': ['Backups', 'Restore', 'Point in time', 'Export', 'Download'],
};

const TABLE_ALIASES: Readonly<Record<string, readonly string[]>> = {
  rules: ['Policies', 'Row level security', 'RLS', 'Permissions'],
  structure: ['Columns', 'Add column', 'Indexes', 'Schema', 'Foreign keys'],
  import: ['Import and export', 'CSV', 'Upload data'],
};

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
    ...links.map(({ label, path }) => ({
      label,
      kind: 'Page',
      to: projectAddress(project, path),
      aliases: ALIASES[path],
    })),
    ...SETTINGS.map(({ label, path }) => ({
      label,
      kind: 'Settings',
      to: projectAddress(project, `settings/${path}`),
      aliases: ALIASES[`settings/${path}`],
    })),
    ...own,
  ];
}

/** The pages of the table that is open. */
export function tableTargets(project: string, table: string): readonly Target[] {
  if (table === '') return [];
  return Object.entries(TABLE_ALIASES).map(([part, aliases]) => ({
    label: `${part.charAt(0).toUpperCase()}${part.slice(1)} of ${table}`,
    kind: 'Table',
    to: tableAddress(project, table, part),
    aliases,
  }));
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
  const places = recentPlaces.list().filter(({ to }) => to !== path);
  return places.map(({ to, label }) => {
    const hasTwin = places.some((other) => other.label === label && other.to !== to);
    return { to, label, kind: 'Recent', ...(hasTwin && { detail: to.slice(1) }) };
  });
}
