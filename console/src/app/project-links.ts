import { useQuery } from '@tanstack/react-query';
import { projectQuery } from '../shared/project/project-queries.ts';
import { mayDo } from '../shared/project/roles.ts';

export const projectLinks = [
  { path: '', label: 'Overview' },
  { path: 'tables', label: 'Tables' },
  { path: 'users', label: 'Users' },
  { path: 'files', label: 'Files' },
  { path: 'functions', label: 'Functions' },
  { path: 'schedules', label: 'Schedules' },
  { path: 'later', label: 'Later' },
  { path: 'secrets', label: 'Secrets' },
  { path: 'webhooks', label: 'Webhooks' },
  { path: 'incoming', label: 'Incoming webhooks' },
  { path: 'inbox', label: 'Inbox' },
  { path: 'integrations', label: 'Integrations' },
  { path: 'payments', label: 'Payments' },
  { path: 'subscriptions', label: 'Subscriptions' },
  { path: 'billing', label: 'Plan and balance' },
  { path: 'deployments', label: 'Deployments' },
  { path: 'api', label: 'API reference' },
  { path: 'logs', label: 'Logs' },
  { path: 'audit', label: 'Audit' },
  { path: 'settings', label: 'Settings' },
] as const;

/** Pages by the key that opens them after G. */
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

/** Pages visible only from this role upwards; hidden for others. */
const LEAST = { audit: 'admin' } as const;

/** The pages that the signed-in member may open. */
export function useProjectLinks(project: string): readonly (typeof projectLinks)[number][] {
  const { data } = useQuery({ ...projectQuery(project), enabled: project !== '' });
  return projectLinks.filter(({ path }) => {
    return !(path in LEAST) || (data !== undefined && mayDo(data.role, LEAST[path as keyof typeof LEAST]));
  });
}
