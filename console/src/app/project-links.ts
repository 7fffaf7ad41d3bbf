import { useQuery } from '@tanstack/react-query';
import { projectQuery } from '../shared/project/project-queries.ts';
import { mayDo } from '../shared/project/roles.ts';

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
  { path: 'subscriptions', label: 'Subscriptions' },
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

/** Pages that only these roles can see anything on: for others they are not there. */
const LEAST = { audit: 'admin' } as const;

/** The pages that the signed-in member may see. */
export function useProjectLinks(project: string): readonly (typeof projectLinks)[number][] {
  const { data } = useQuery({ ...projectQuery(project), enabled: project !== '' });
  return projectLinks.filter(({ path }) => {
    return !(path in LEAST) || (data !== undefined && mayDo(data.role, LEAST[path as keyof typeof LEAST]));
  });
}
