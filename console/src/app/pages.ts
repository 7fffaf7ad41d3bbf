import { lazyRouteComponent, type RouteComponent } from '@tanstack/react-router';

export interface PageEntry {
  readonly path: string;
  /** In a chunk of its own, loaded when the page is first needed. */
  readonly component: RouteComponent;
}

export const openPages: readonly PageEntry[] = [
  { path: '/setup', component: lazyRouteComponent(() => import('../features/sign-in/setup-page.tsx'), 'SetupPage') },
  {
    path: '/sign-in',
    component: lazyRouteComponent(() => import('../features/sign-in/sign-in-page.tsx'), 'SignInPage'),
  },
  {
    path: '/forgot-password',
    component: lazyRouteComponent(() => import('../features/sign-in/forgot-password-page.tsx'), 'ForgotPasswordPage'),
  },
  { path: '/invite', component: lazyRouteComponent(() => import('../features/sign-in/invite-page.tsx'), 'InvitePage') },
];

export const ownPages: readonly PageEntry[] = [
  { path: '/', component: lazyRouteComponent(() => import('../features/projects/projects-page.tsx'), 'ProjectsPage') },
  {
    path: '/account',
    component: lazyRouteComponent(() => import('../features/account/account-page.tsx'), 'AccountPage'),
  },
  { path: '/tokens', component: lazyRouteComponent(() => import('../features/tokens/tokens-page.tsx'), 'TokensPage') },
  {
    path: '/operators',
    component: lazyRouteComponent(() => import('../features/operators/operators-page.tsx'), 'OperatorsPage'),
  },
  {
    path: '/databases',
    component: lazyRouteComponent(() => import('../features/databases/databases-page.tsx'), 'DatabasesPage'),
  },
  {
    path: '/authorize',
    component: lazyRouteComponent(() => import('../features/programs/authorize-page.tsx'), 'AuthorizePage'),
  },
  {
    path: '/device',
    component: lazyRouteComponent(() => import('../features/programs/device-page.tsx'), 'DevicePage'),
  },
  {
    path: '/mailbox',
    component: lazyRouteComponent(() => import('../features/mailbox/mailbox-page.tsx'), 'MailboxPage'),
  },
];

/** Paths are relative to `p/:id`. */
export const projectPages: readonly PageEntry[] = [
  { path: '/', component: lazyRouteComponent(() => import('../features/overview/overview-page.tsx'), 'OverviewPage') },
  { path: 'tables', component: lazyRouteComponent(() => import('../features/tables/tables-page.tsx'), 'TablesPage') },
  {
    path: 'tables/$table',
    component: lazyRouteComponent(() => import('../features/tables/grid/data-page.tsx'), 'DataPage'),
  },
  {
    path: 'tables/$table/structure',
    component: lazyRouteComponent(() => import('../features/tables/structure/structure-page.tsx'), 'StructurePage'),
  },
  {
    path: 'tables/$table/rules',
    component: lazyRouteComponent(() => import('../features/tables/rules/rules-page.tsx'), 'RulesPage'),
  },
  {
    path: 'tables/$table/import',
    component: lazyRouteComponent(() => import('../features/tables/import/import-page.tsx'), 'ImportPage'),
  },
  { path: 'query', component: lazyRouteComponent(() => import('../features/query/query-page.tsx'), 'QueryPage') },
  { path: 'users', component: lazyRouteComponent(() => import('../features/users/users-page.tsx'), 'UsersPage') },
  { path: 'users/$user', component: lazyRouteComponent(() => import('../features/users/user-page.tsx'), 'UserPage') },
  { path: 'files', component: lazyRouteComponent(() => import('../features/files/files-page.tsx'), 'FilesPage') },
  {
    path: 'functions',
    component: lazyRouteComponent(() => import('../features/functions/functions-page.tsx'), 'FunctionsPage'),
  },
  {
    path: 'functions/$function',
    component: lazyRouteComponent(() => import('../features/functions/code-page.tsx'), 'CodePage'),
  },
  {
    path: 'functions/$function/runs',
    component: lazyRouteComponent(() => import('../features/functions/runs-page.tsx'), 'RunsPage'),
  },
  {
    path: 'functions/$function/settings',
    component: lazyRouteComponent(() => import('../features/functions/settings-page.tsx'), 'FunctionSettingsPage'),
  },
  {
    path: 'schedules',
    component: lazyRouteComponent(() => import('../features/schedules/schedules-page.tsx'), 'SchedulesPage'),
  },
  { path: 'later', component: lazyRouteComponent(() => import('../features/later/later-page.tsx'), 'LaterPage') },
  {
    path: 'secrets',
    component: lazyRouteComponent(() => import('../features/secrets/secrets-page.tsx'), 'SecretsPage'),
  },
  {
    path: 'webhooks',
    component: lazyRouteComponent(() => import('../features/webhooks/webhooks-page.tsx'), 'WebhooksPage'),
  },
  {
    path: 'webhooks/$webhook',
    component: lazyRouteComponent(() => import('../features/webhooks/deliveries-page.tsx'), 'DeliveriesPage'),
  },
  {
    path: 'webhooks/$webhook/settings',
    component: lazyRouteComponent(() => import('../features/webhooks/settings-page.tsx'), 'WebhookSettingsPage'),
  },
  {
    path: 'incoming',
    component: lazyRouteComponent(() => import('../features/incoming/incoming-page.tsx'), 'IncomingPage'),
  },
  {
    path: 'inbox',
    component: lazyRouteComponent(() => import('../features/inbox/inbox-page.tsx'), 'InboxPage'),
  },
  {
    path: 'integrations',
    component: lazyRouteComponent(() => import('../features/integrations/integrations-page.tsx'), 'IntegrationsPage'),
  },
  {
    path: 'payments',
    component: lazyRouteComponent(() => import('../features/payments/payments-page.tsx'), 'PaymentsPage'),
  },
  {
    path: 'subscriptions',
    component: lazyRouteComponent(() => import('../features/payments/subscriptions-page.tsx'), 'SubscriptionsPage'),
  },
  {
    path: 'billing',
    component: lazyRouteComponent(() => import('../features/billing/billing-page.tsx'), 'BillingPage'),
  },
  {
    path: 'deployments',
    component: lazyRouteComponent(() => import('../features/deployments/deployments-page.tsx'), 'DeploymentsPage'),
  },
  {
    path: 'api',
    component: lazyRouteComponent(() => import('../features/api-reference/api-page.tsx'), 'ApiPage'),
  },
  {
    path: 'logs',
    component: lazyRouteComponent(() => import('../features/logs/logs-page.tsx'), 'LogsPage'),
  },
  {
    path: 'history',
    component: lazyRouteComponent(() => import('../features/history/history-page.tsx'), 'HistoryPage'),
  },
  {
    path: 'audit',
    component: lazyRouteComponent(() => import('../features/audit/audit-page.tsx'), 'AuditPage'),
  },
  {
    path: 'settings',
    component: lazyRouteComponent(() => import('../features/settings/general-page.tsx'), 'GeneralPage'),
  },
  {
    path: 'settings/origins',
    component: lazyRouteComponent(() => import('../features/settings/origins-page.tsx'), 'OriginsPage'),
  },
  {
    path: 'settings/sign-in',
    component: lazyRouteComponent(() => import('../features/settings/sign-in-page.tsx'), 'SignInSettingsPage'),
  },
  {
    path: 'settings/mails',
    component: lazyRouteComponent(() => import('../features/settings/mails-page.tsx'), 'MailsPage'),
  },
  {
    path: 'settings/storage',
    component: lazyRouteComponent(() => import('../features/settings/storage-page.tsx'), 'StorageSettingsPage'),
  },
  {
    path: 'settings/inbox',
    component: lazyRouteComponent(() => import('../features/settings/inbox-page.tsx'), 'InboxSettingsPage'),
  },
  {
    path: 'settings/payments',
    component: lazyRouteComponent(() => import('../features/settings/payments-page.tsx'), 'PaymentSettingsPage'),
  },
  {
    path: 'settings/limits',
    component: lazyRouteComponent(() => import('../features/settings/limits-page.tsx'), 'LimitsPage'),
  },
  {
    path: 'settings/members',
    component: lazyRouteComponent(() => import('../features/settings/members-page.tsx'), 'MembersPage'),
  },
  {
    path: 'settings/keys',
    component: lazyRouteComponent(() => import('../features/settings/keys-page.tsx'), 'KeysPage'),
  },
  {
    path: 'settings/backup',
    component: lazyRouteComponent(() => import('../features/settings/backup/backup-page.tsx'), 'BackupPage'),
  },
];
