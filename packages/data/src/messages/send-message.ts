import type { Delivery, Message } from '@service/client';
import { repeat, reported, sendJson } from '@service/client/internal';

/**
 * Sends a message to the project's inbox, which forwards it to the owner by mail. It is delivered only once, even if
 * the connection breaks and the call is retried.
 * @example
 * ```ts
 * import { sendMessage } from '@service/data';
 * const { delivered } = await sendMessage({ body: 'Do you have tea?', from_email: 'ann@example.com' });
 * ```
 */
export async function sendMessage(message: Message): Promise<Delivery> {
  const headers = { 'idempotency-key': newKey() };
  const work = repeat(() => sendJson<{ data: Delivery }>('POST', '/messages', message, { headers }));
  return (await reported(work)).data;
}

/** Avoids `crypto.randomUUID`, which is not available on plain http pages. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-');
}
