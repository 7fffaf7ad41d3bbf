import type { FilledProject } from './filled-project.ts';

export interface ListedPage {
  /** Below `/console/`. */
  readonly path: string;
  readonly h1: string;
}

/** Every page that a signed-in person can open, with its heading. */
export function listPages({ id, userId, webhookId }: FilledProject): readonly ListedPage[] {
  const own = {
    '': 'Projects',
    account: 'Your account',
    tokens: 'Personal tokens',
    operators: 'Operators',
    databases: 'Databases',
    device: 'Sign in a program',
    mailbox: 'Mailbox',
  };
  const below = {
    '': 'Overview',
    tables: 'Tables',
    'tables/products': 'products',
    'tables/products/structure': 'products',
    'tables/products/rules': 'products',
    'tables/products/import': 'products',
    users: 'Users',
    [`users/${userId}`]: 'user4@example.com',
    files: 'Files',
    query: 'Query',
    'query?table=products&group_by=kind': 'Query',
    functions: 'Functions',
    'functions/greet': 'greet',
    'functions/greet/runs': 'greet',
    'functions/greet/settings': 'greet',
    schedules: 'Schedules',
    later: 'Later',
    secrets: 'Secrets',
    webhooks: 'Webhooks',
    [`webhooks/${webhookId}`]: 'Reviews',
    [`webhooks/${webhookId}/settings`]: 'Reviews',
    incoming: 'Incoming webhooks',
    inbox: 'Inbox',
    integrations: 'Integrations',
    payments: 'Payments',
    subscriptions: 'Subscriptions',
    billing: 'Plan and balance',
    deployments: 'Deployments',
    api: 'API reference',
    'api?operation=insertRows_products': 'API reference',
    logs: 'Logs',
    history: 'History',
    audit: 'Audit',
    settings: 'General',
    'settings/origins': 'Origins and domains',
    'settings/sign-in': 'Sign-in',
    'settings/mails': 'Mail templates',
    'settings/storage': 'Storage',
    'settings/inbox': 'Inbox settings',
    'settings/payments': 'Payment settings',
    'settings/limits': 'Limits',
    'settings/members': 'Members',
    'settings/keys': 'Keys',
    'settings/backup': 'Backup',
  };
  return [
    ...Object.entries(own).map(([path, h1]) => ({ path, h1 })),
    ...Object.entries(below).map(([path, h1]) => ({ path: `p/${id}${path === '' ? '' : `/${path}`}`, h1 })),
  ];
}
