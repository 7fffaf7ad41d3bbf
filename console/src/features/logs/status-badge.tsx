import { StateBadge } from '../../shared/feedback/state-badge.tsx';

/** The status of an answer: below 400 all is well, from 500 the service failed. */
export function StatusBadge({ status }: { readonly status: number }) {
  return <StateBadge state={String(status)} look={status >= 500 ? 'bad' : status >= 400 ? 'warning' : 'good'} />;
}
