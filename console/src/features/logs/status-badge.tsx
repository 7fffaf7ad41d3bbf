import { StateBadge } from '../../shared/feedback/state-badge.tsx';

export function StatusBadge({ status }: { readonly status: number }) {
  return <StateBadge state={String(status)} look={status >= 500 ? 'bad' : status >= 400 ? 'warning' : 'good'} />;
}
