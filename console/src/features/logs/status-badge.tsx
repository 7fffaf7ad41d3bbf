import { StateBadge } from '../../shared/feedback/state-badge.tsx';

/** Below 400 is good, from 400 the caller failed, from 500 the service failed. */
export function StatusBadge({ status }: { readonly status: number }) {
  return <StateBadge state={String(status)} look={status >= 500 ? 'bad' : status >= 400 ? 'warning' : 'good'} />;
}
