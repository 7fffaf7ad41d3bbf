import type { AttemptTrigger } from '../webhook-tables.ts';
import type { PendingDelivery } from './delivery-store.ts';

export function triggerOf({ resends, is_test, attempts }: PendingDelivery): AttemptTrigger {
  if (resends > 0) return 'resend';
  return is_test === 1 && attempts === 0 ? 'test' : 'auto';
}
