import { projectAddress } from '../../shared/address/addresses.ts';

export interface Target {
  readonly label: string;
  readonly kind: string;
  readonly to: string;
}

const OWN_PAGES: readonly Target[] = [
  { label: 'Projects', kind: 'Page', to: '/' },
  { label: 'Your account', kind: 'Page', to: '/account' },
  { label: 'Personal tokens', kind: 'Page', to: '/tokens' },
  { label: 'Mailbox', kind: 'Page', to: '/mailbox' },
];

const SETTINGS = [
  { path: 'origins', label: 'Origins and domains' },
  { path: 'sign-in', label: 'Sign-in' },
  { path: 'mails', label: 'Mail templates' },
  { path: 'storage', label: 'Storage' },
  { path: 'inbox', label: 'Inbox settings' },
  { path: 'limits', label: 'Limits' },
  { path: 'members', label: 'Members' },
  { path: 'keys', label: 'Keys' },
  { path: 'backup', label: 'Backup' },
];

interface PageLink {
  readonly path: string;
  readonly label: string;
}

export function pageTargets(project: string, links: readonly PageLink[]): readonly Target[] {
  if (project === '') return OWN_PAGES;
  return [
    ...links.map(({ label, path }) => ({ label, kind: 'Page', to: projectAddress(project, path) })),
    ...SETTINGS.map(({ label, path }) => ({
      label,
      kind: 'Settings',
      to: projectAddress(project, `settings/${path}`),
    })),
    ...OWN_PAGES,
  ];
}

export function projectTargets(projects: readonly { id: string; name: string }[]): readonly Target[] {
  return projects.map(({ id, name }) => ({ label: name, kind: 'Project', to: projectAddress(id) }));
}
