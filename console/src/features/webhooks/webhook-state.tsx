import { StateBadge } from '../../shared/feedback/state-badge.tsx';
import type { Webhook } from './webhook-queries.ts';

const FAILURES_MAX = 10;

export function WebhookState({ webhook }: { readonly webhook: Webhook }) {
  return (
    <>
      <StateBadge state={webhook.enabled ? 'Enabled' : 'Disabled'} />{' '}
      {webhook.consecutive_failures > 0 && (
        <span className="dim">
          {webhook.consecutive_failures}/{FAILURES_MAX} failed
        </span>
      )}
    </>
  );
}
