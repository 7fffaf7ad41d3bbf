import { useQuery } from '@tanstack/react-query';
import { projectQuery } from '../shared/project/project-queries.ts';
import { mayDo } from '../shared/project/roles.ts';

export const LINK_GROUPS = ['Data', 'Code', 'Events', 'Money', 'Observe'] as const;
export type LinkGroup = (typeof LINK_GROUPS)[number];

export const projectLinks = [
  { path: '', label: 'Overview', group: undefined },
  { path: 'tables', label: 'Tables', group: 'Data' },
  { path: 'users', label: 'Users', group: 'Data' },
  { path: 'files', label: 'Files', group: 'Data' },
  { path: 'query', label: 'Query', group: 'Data' },
  { path: 'functions', label: 'Functions', group: 'Code' },
  { path: 'schedules', label: 'Schedules', group: 'Code' },
  { path: 'later', label: 'Later', group: 'Code' },
  { path: 'secrets', label: 'Secrets', group: 'Code' },
  { path: 'deployments', label: 'Deployments', group: 'Code' },
  { path: 'webhooks', label: 'Webhooks', group: 'Events' },
  { path: 'incoming', label: 'Incoming webhooks', group: 'Events' },
  { path: 'inbox', label: 'Inbox', group: 'Events' },
  { path: 'integrations', label: 'Integrations', group: 'Money' },
  { path: 'payments', label: 'Payments', group: 'Money' },
  { path: 'subscriptions', label: 'Subscriptions', group: 'Money' },
  { path: 'billing', label: 'Plan and balance', group: 'Money' },
  { path: 'logs', label: 'Logs', group: 'Observe' },
  { path: 'history', label: 'History', group: 'Observe' },
  { path: 'audit', label: 'Audit', group: 'Observe' },
  { path: 'api', label: 'API reference', group: 'Observe' },
  { path: 'settings', label: 'Settings', group: undefined },
] as const satisfies readonly {
  readonly path: string;
  readonly label: string;
  readonly group: LinkGroup | undefined;
}[];

export type ProjectLink = (typeof projectLinks)[number];

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

const LEAST = { history: 'editor', audit: 'admin' } as const;

export function useProjectLinks(project: string): readonly ProjectLink[] {
  const { data } = useQuery({ ...projectQuery(project), enabled: project !== '' });
  return projectLinks.filter(({ path }) => {
    return !(path in LEAST) || (data !== undefined && mayDo(data.role, LEAST[path as keyof typeof LEAST]));
  });
}
