import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { webhookAddress } from '../../shared/address/addresses.ts';
import { usePathPart } from '../../shared/address/use-address.ts';
import { Page } from '../../shared/page/page.tsx';
import { PageLinks } from '../../shared/page/page-links.tsx';
import { Thing } from '../../shared/page/thing.tsx';
import { useProject } from '../../shared/project/project-context.tsx';
import { visibleLine } from '../../shared/text/visible-text.ts';
import { titleOf, type Webhook, webhookQuery } from './webhook-queries.ts';

interface WebhookPageProps {
  readonly actions?: (webhook: Webhook) => ReactNode;
  readonly children: (webhook: Webhook) => ReactNode;
}

export function WebhookPage({ actions, children }: WebhookPageProps) {
  const project = useProject();
  const id = usePathPart('webhook');
  const query = useQuery(webhookQuery(project.id, id));
  return (
    <Thing query={query} title="Webhook">
      {(webhook) => (
        <Page
          title={visibleLine(titleOf(webhook))}
          actions={actions?.(webhook)}
          views={
            <PageLinks
              name="Webhook"
              links={[
                { label: 'Deliveries', to: webhookAddress(project.id, webhook.id) },
                { label: 'Settings', to: webhookAddress(project.id, webhook.id, 'settings') },
              ]}
            />
          }
        >
          {children(webhook)}
        </Page>
      )}
    </Thing>
  );
}
