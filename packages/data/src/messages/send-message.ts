import { repeat, reported, sendJson } from '@service/client/internal';

export interface Message {
  /** 1 to 5000 characters. */
  readonly body: string;
  readonly from_name?: string;
  /** Ignored for signed-in senders: the account's address is used. */
  readonly from_email?: string;
  readonly metadata?: Readonly<Record<string, unknown>>;
}

export interface Delivery {
  readonly delivered: boolean;
  readonly id?: string;
  /** Why the message was not delivered: `channel_disabled` while the inbox is switched off. */
  readonly reason?: string;
}

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
