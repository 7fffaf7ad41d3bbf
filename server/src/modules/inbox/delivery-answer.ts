import type { Answer } from '../../http/index.ts';
import type { Delivery } from './send-message.ts';

export function deliveryAnswer(delivery: Delivery): Answer {
  if (!delivery.delivered) return { status: 200, body: { data: delivery, count: 0 } };
  const { id, replayed } = delivery;
  const answer = { status: 201, body: { data: { delivered: true, id }, count: 1 } };
  return replayed ? { ...answer, headers: { 'Idempotency-Replayed': 'true' } } : answer;
}
