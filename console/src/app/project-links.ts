/** The pages directly below a project, as the navigation and the palette list them. */
export const projectLinks = [
  { path: '', label: 'Overview' },
  { path: 'tables', label: 'Tables' },
  { path: 'users', label: 'Users' },
  { path: 'files', label: 'Files' },
  { path: 'functions', label: 'Functions' },
  { path: 'schedules', label: 'Schedules' },
  { path: 'secrets', label: 'Secrets' },
  { path: 'webhooks', label: 'Webhooks' },
  { path: 'incoming', label: 'Incoming webhooks' },
  { path: 'inbox', label: 'Inbox' },
  { path: 'integrations', label: 'Integrations' },
  { path: 'payments', label: 'Payments' },
  { path: 'billing', label: 'Plan and balance' },
  { path: 'deployments', label: 'Deployments' },
  { path: 'api', label: 'API reference' },
  { path: 'logs', label: 'Logs' },
  { path: 'audit', label: 'Audit' },
  { path: 'settings', label: 'Settings' },
] as const;

/** G and then a letter goes there. */
export const projectKeys: Readonly<Record<string, string>> = {
  o: '',
  t: 'tables',
  u: 'users',
  f: 'files',
  n: 'functions',
  s: 'schedules',
  w: 'webhooks',
  i: 'inbox',
  l: 'logs',
};
