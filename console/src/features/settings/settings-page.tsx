import type { ReactNode } from 'react';
import { projectAddress } from '../../shared/address/addresses.ts';
import { Page } from '../../shared/page/page.tsx';
import { PageLinks } from '../../shared/page/page-links.tsx';
import { useIsNarrow } from '../../shared/page/use-is-narrow.ts';
import { useProject } from '../../shared/project/project-context.tsx';

const PAGES = [
  { path: 'settings', label: 'General' },
  { path: 'settings/origins', label: 'Origins and domains' },
  { path: 'settings/sign-in', label: 'Sign-in' },
  { path: 'settings/mails', label: 'Mail templates' },
  { path: 'settings/storage', label: 'Storage' },
  { path: 'settings/inbox', label: 'Inbox settings' },
  { path: 'settings/payments', label: 'Payment settings' },
  { path: 'settings/limits', label: 'Limits' },
  { path: 'settings/members', label: 'Members' },
  { path: 'settings/keys', label: 'Keys' },
  { path: 'settings/backup', label: 'Backup' },
];

interface SettingsPageProps {
  readonly title: string;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

export function SettingsPage({ title, actions, children }: SettingsPageProps) {
  const { id } = useProject();
  const isNarrow = useIsNarrow();
  const links = PAGES.map(({ path, label }) => ({ label, to: projectAddress(id, path) }));
  const list = <PageLinks name="Settings" isColumn links={links} />;
  return (
    <Page
      title={title}
      actions={actions}
      side={
        isNarrow ? (
          <details>
            <summary>All settings</summary>
            {list}
          </details>
        ) : (
          list
        )
      }
    >
      {children}
    </Page>
  );
}
